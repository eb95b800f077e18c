// Checks the deals of a recorded match, in one file of C++20, with no library but the standard one.
//
//     c++ -std=c++20 -O2 -o verify examples/verify.cpp
//     ./verify RECORD.json                        0: true, 1: does not fit, 2: not a record
//     ./verify --vectors docs/deals-vectors.json  the known answers
//
// Written after the text of docs/deals.md; it shares no line with the server, so that it checks it
// and does not repeat it. A record may come from anybody: whatever it holds, the answer is one of
// the three. In order: JSON, SHA-256, the numbers of a deal, the decks, the deals, what is said of
// a record, the vectors.

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <iostream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using Bytes = std::vector<std::uint8_t>;
using Strings = std::vector<std::string>;

// Whatever makes a text no record. The text goes to a person.
struct NotARecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// --- JSON ---------------------------------------------------------------------------------------

constexpr int deepest = 32;                 // far more than a record has
constexpr std::size_t longest = 4u << 20u;  // bytes of a file

struct Json {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  std::string text;         // a string's bytes; a number as it is written; "true" or "false"
  Strings keys;             // of an object, in step with its items
  std::vector<Json> items;  // of an object or an array

  const Json* find(std::string_view key) const {
    if (kind != Kind::object) throw NotARecord("expected an object");
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == key) return &items[i];
    return nullptr;
  }
  const Json& operator[](std::string_view key) const {
    if (const Json* found = find(key)) return *found;
    throw NotARecord("there is no \"" + std::string(key) + "\"");
  }
  const std::vector<Json>& array() const {
    if (kind != Kind::array) throw NotARecord("expected an array");
    return items;
  }
  const std::string& string() const {
    if (kind != Kind::string) throw NotARecord("expected a string");
    return text;
  }
  bool boolean() const {
    if (kind != Kind::boolean) throw NotARecord("expected true or false");
    return text == "true";
  }
  // A whole number from 0 on, in digits only: `1e2`, `2.0` and `-0` are none.
  std::uint64_t number() const {
    const bool digits = text.find_first_not_of("0123456789") == std::string::npos;
    if (kind != Kind::number || !digits || text.size() > 18)
      throw NotARecord("expected a whole number that is not too large");
    return std::stoull(text);
  }
  Strings strings() const {
    Strings all;
    for (const Json& item : array()) all.push_back(item.string());
    return all;
  }
};

class Reader {
 public:
  static Json read(std::string_view text) {
    Reader reader(text);
    Json value = reader.value(0);
    reader.skip_space();
    if (!reader.rest_.empty()) throw NotARecord("there is something after the end");
    return value;
  }

 private:
  explicit Reader(std::string_view text) : rest_(text) {}

  void skip_space() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }
  char peek() const {
    if (rest_.empty()) throw NotARecord("the text ends too early");
    return rest_.front();
  }
  char take() {
    const char first = peek();
    rest_.remove_prefix(1);
    return first;
  }
  bool take_if(char wanted) {
    if (rest_.empty() || rest_.front() != wanted) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(char wanted) {
    if (!take_if(wanted)) throw NotARecord(std::string("expected '") + wanted + "'");
  }

  Json value(int depth) {
    if (depth > deepest) throw NotARecord("nested too deeply");
    skip_space();
    switch (peek()) {
      case '{':
        return object(depth);
      case '[':
        return array(depth);
      case '"':
        return {Json::Kind::string, string(), {}, {}};
      case 't':
        return word("true", Json::Kind::boolean);
      case 'f':
        return word("false", Json::Kind::boolean);
      case 'n':
        return word("null", Json::Kind::null);
      default:
        return number();
    }
  }

  Json object(int depth) {
    Json all{Json::Kind::object, {}, {}, {}};
    expect('{');
    skip_space();
    if (take_if('}')) return all;
    do {
      skip_space();
      all.keys.push_back(string());
      skip_space();
      expect(':');
      all.items.push_back(value(depth + 1));
      skip_space();
    } while (take_if(','));
    expect('}');
    // Two readers could each take another of two like names: then nothing is proven.
    Strings sorted = all.keys;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
      throw NotARecord("a name comes twice");
    return all;
  }

  Json array(int depth) {
    Json all{Json::Kind::array, {}, {}, {}};
    expect('[');
    skip_space();
    if (take_if(']')) return all;
    do {
      all.items.push_back(value(depth + 1));
      skip_space();
    } while (take_if(','));
    expect(']');
    return all;
  }

  Json word(std::string_view wanted, Json::Kind kind) {
    for (const char letter : wanted) expect(letter);
    return {kind, std::string(wanted), {}, {}};
  }

  Json number() {
    const std::string_view start = rest_;
    take_if('-');
    if (!take_if('0')) digits();
    if (take_if('.')) digits();
    if (take_if('e') || take_if('E')) {
      if (!take_if('+')) take_if('-');
      digits();
    }
    return {Json::Kind::number, std::string(start.substr(0, start.size() - rest_.size())), {}, {}};
  }
  void digits() {
    const std::size_t count = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (count == 0) throw NotARecord("this is not JSON");
    rest_.remove_prefix(count);
  }

  std::string string() {
    std::string all;
    expect('"');
    for (char next = take(); next != '"'; next = take()) {
      if (static_cast<unsigned char>(next) < 0x20) throw NotARecord("a line breaks in a string");
      if (next == '\\')
        escape(all);
      else
        all += next;
    }
    return all;
  }
  void escape(std::string& all) {
    static constexpr std::string_view names = "\"\\/bfnrt", means = "\"\\/\b\f\n\r\t";
    const char name = take();
    if (name == 'u') return append_utf8(all, code_point());
    const std::size_t place = names.find(name);
    if (place == std::string_view::npos) throw NotARecord("an unknown escape in a string");
    all += means[place];
  }
  std::uint32_t code_point() {
    const std::uint32_t first = four_digits();
    if (first < 0xd800 || first > 0xdfff) return first;
    if (first > 0xdbff) throw NotARecord("half a letter in a string");
    expect('\\');
    expect('u');
    const std::uint32_t second = four_digits();
    if (second < 0xdc00 || second > 0xdfff) throw NotARecord("half a letter in a string");
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
  }
  std::uint32_t four_digits() {
    static constexpr std::string_view hex = "0123456789abcdef0123456789ABCDEF";
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i) {
      const std::size_t digit = hex.find(take());
      if (digit == std::string_view::npos) throw NotARecord("an unknown escape in a string");
      number = number * 16 + static_cast<std::uint32_t>(digit % 16);
    }
    return number;
  }
  static void append_utf8(std::string& all, std::uint32_t code) {
    const auto tail = [&](int shift) { all += static_cast<char>(0x80 | ((code >> shift) & 0x3f)); };
    if (code < 0x80) {
      all += static_cast<char>(code);
    } else if (code < 0x800) {
      all += static_cast<char>(0xc0 | (code >> 6));
      tail(0);
    } else if (code < 0x10000) {
      all += static_cast<char>(0xe0 | (code >> 12));
      tail(6), tail(0);
    } else {
      all += static_cast<char>(0xf0 | (code >> 18));
      tail(12), tail(6), tail(0);
    }
  }

  std::string_view rest_;
};

// --- SHA-256 (FIPS 180-4) and HMAC (FIPS 198-1)
// ----------------------------------------------------

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> cube_roots = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

constexpr std::size_t block_size = 64;

std::uint32_t turned_right(std::uint32_t word, int by) {
  return (word >> by) | (word << (32 - by));
}

void compress(std::array<std::uint32_t, 8>& state, const std::uint8_t* block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < 16; ++i)
    for (std::size_t j = 0; j < 4; ++j) w[i] = (w[i] << 8) | block[4 * i + j];
  for (std::size_t i = 16; i < 64; ++i) {
    const std::uint32_t s0 =
        turned_right(w[i - 15], 7) ^ turned_right(w[i - 15], 18) ^ (w[i - 15] >> 3);
    const std::uint32_t s1 =
        turned_right(w[i - 2], 17) ^ turned_right(w[i - 2], 19) ^ (w[i - 2] >> 10);
    w[i] = w[i - 16] + s0 + w[i - 7] + s1;
  }
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t i = 0; i < 64; ++i) {
    const std::uint32_t s1 = turned_right(e, 6) ^ turned_right(e, 11) ^ turned_right(e, 25);
    const std::uint32_t t1 = h + s1 + ((e & f) ^ (~e & g)) + cube_roots[i] + w[i];
    const std::uint32_t s0 = turned_right(a, 2) ^ turned_right(a, 13) ^ turned_right(a, 22);
    const std::uint32_t t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  const std::array<std::uint32_t, 8> more = {a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < 8; ++i) state[i] += more[i];
}

Bytes sha256(Bytes message) {
  // The same of the square roots of the first eight primes.
  std::array<std::uint32_t, 8> state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::uint64_t bits = std::uint64_t{message.size()} * 8;
  message.push_back(0x80);
  while (message.size() % block_size != block_size - 8) message.push_back(0);
  for (int shift = 56; shift >= 0; shift -= 8)
    message.push_back(static_cast<std::uint8_t>(bits >> shift));
  for (std::size_t at = 0; at < message.size(); at += block_size) compress(state, &message[at]);
  Bytes digest;
  for (const std::uint32_t word : state)
    for (int shift = 24; shift >= 0; shift -= 8)
      digest.push_back(static_cast<std::uint8_t>(word >> shift));
  return digest;
}

Bytes hmac(Bytes key, const Bytes& message) {
  if (key.size() > block_size) key = sha256(key);
  key.resize(block_size);
  Bytes inner, outer;
  for (const std::uint8_t byte : key) inner.push_back(byte ^ 0x36), outer.push_back(byte ^ 0x5c);
  inner.insert(inner.end(), message.begin(), message.end());
  const Bytes digest = sha256(inner);
  outer.insert(outer.end(), digest.begin(), digest.end());
  return sha256(outer);
}

// --- Hex ----------------------------------------------------------------------------------------

constexpr std::string_view hex_digits = "0123456789abcdef";

bool is_hex(std::string_view text, std::size_t length) {
  return text.size() == length && text.find_first_not_of(hex_digits) == std::string_view::npos;
}

Bytes from_hex(std::string_view text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2)
    bytes.push_back(
        static_cast<std::uint8_t>(hex_digits.find(text[i]) * 16 + hex_digits.find(text[i + 1])));
  return bytes;
}

std::string to_hex(const Bytes& bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes)
    text += hex_digits[byte / 16], text += hex_digits[byte % 16];
  return text;
}

// --- The numbers of a deal
// ------------------------------------------------------------------------

struct Proof {
  std::string commitment, seed;
  Strings nonces;
};

std::string key_text(std::size_t deal, const Strings& nonces) {
  std::string text = "funicular deal " + std::to_string(deal);
  for (const std::string& nonce : nonces) text += "\n" + nonce;
  return text;
}

Bytes key_of(const Proof& proof, std::size_t deal) {
  const std::string text = key_text(deal, proof.nonces);
  return hmac(from_hex(proof.seed), Bytes(text.begin(), text.end()));
}

class Numbers {
 public:
  explicit Numbers(Bytes key) : key_(std::move(key)) {}

  std::uint8_t byte() {
    if (used_ == block_.size()) {
      Bytes number;
      for (int shift = 56; shift >= 0; shift -= 8)
        number.push_back(static_cast<std::uint8_t>(next_ >> shift));
      block_ = hmac(key_, number);
      ++next_;
      used_ = 0;
    }
    return block_[used_++];
  }
  // At most 57, so that the bytes fit.
  std::uint64_t bits(unsigned count) {
    if (count > 57) throw NotARecord("more bits than any deal needs");
    const unsigned bytes = (count + 7) / 8;
    std::uint64_t number = 0;
    for (unsigned i = 0; i < bytes; ++i) number = (number << 8) | byte();
    return number >> (8 * bytes - count);
  }
  std::uint64_t below(std::uint64_t n) {
    unsigned length = 0;
    for (std::uint64_t left = n; left != 0; left >>= 1) ++length;
    if (length == 0) throw NotARecord("no number is below 0");
    for (;;) {
      const std::uint64_t number = bits(length);
      if (number < n) return number;
    }
  }
  Strings shuffled(Strings deck) {
    for (std::size_t i = deck.size(); i-- > 1;) std::swap(deck[i], deck[below(i + 1)]);
    return deck;
  }

 private:
  Bytes key_, block_;
  std::size_t used_ = 0;
  std::uint64_t next_ = 0;
};

// --- The decks ----------------------------------------------------------------------------------

Strings words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  Strings all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

Strings auf_ab_deck() {
  Strings deck;
  for (int low = 0; low <= 9; ++low)
    for (int high = low; high <= 9; ++high)
      deck.push_back(std::to_string(low) + "-" + std::to_string(high));
  return deck;
}

std::string turned(const std::string& card) {
  const std::size_t slash = card.find('/');
  return card.substr(slash + 1) + "/" + card.substr(0, slash);
}

Strings dnpup_deck(std::size_t seats) {
  static constexpr std::pair<std::size_t, std::string_view> lines[] = {
      {2, "1/5 1/6 1/6 1/7 1/7 1/8 1/9 2/4 2/4 2/5 2/5 2/6 2/9 2/10"},
      {2, "3/4 3/5 3/6 3/7 3/8 3/9 4/6 4/7 4/8 5/7 5/8 6/7"},
      {3, "1/10 2/8 3/6 4/5"},
      {4, "1/8 1/9 2/6 2/7 3/4 3/5"},
      {5, "3/10 4/9 5/8 6/7"}};
  Strings deck;
  for (const auto& [fewest, cards] : lines)
    if (fewest <= seats)
      for (const std::string& card : words(cards)) deck.push_back(card);
  const auto values = [](const std::string& card) {
    return std::pair(std::stoi(card), std::stoi(turned(card)));
  };
  std::sort(deck.begin(), deck.end(),
            [&](const std::string& a, const std::string& b) { return values(a) < values(b); });
  return deck;
}

Strings french_deck(std::uint64_t size, const Strings& removed) {
  if (size != 52 && size != 32) throw NotARecord("a deck has 52 or 32 cards");
  Strings deck;
  for (const char suit : std::string_view("CDHS"))
    for (const char rank : std::string_view(size == 52 ? "23456789TJQKA" : "789TJQKA"))
      deck.push_back({rank, suit});
  for (const std::string& card : removed)
    if (std::erase(deck, card) != 1) throw NotARecord("a card is removed that is not there");
  return deck;
}

// --- The deals ----------------------------------------------------------------------------------

struct Cards {
  std::vector<Strings> hands;  // each sorted by its text
  std::optional<std::uint64_t> dealer;
  std::optional<std::string> upcard;
  bool operator==(const Cards&) const = default;
};

struct Match {
  std::string game;
  std::size_t seats = 0;
  // Ascenseur's.
  Strings removed;
  std::vector<std::uint64_t> schedule;
  std::uint64_t deck = 0, peak = 0;
  bool turned_at_peak = false;

  std::vector<Cards> deals;
  Proof proof;

  bool ascenseur() const { return game == "ascenseur-52" || game == "ascenseur-32"; }
};

std::vector<Strings> handed_out(const Strings& cards, std::size_t seats, std::size_t each) {
  if (seats * each > cards.size()) throw NotARecord("larger hands than there are cards");
  std::vector<Strings> hands;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    Strings hand;
    for (std::size_t i = seat * each; i < (seat + 1) * each; ++i) hand.push_back(cards[i]);
    std::sort(hand.begin(), hand.end());
    hands.push_back(hand);
  }
  return hands;
}

// What the deal of this number has to be.
Cards dealt(const Match& match, std::size_t number) {
  Numbers numbers(key_of(match.proof, number));
  Cards cards;
  if (match.game == "auf-ab") {
    const std::size_t each = match.seats == 3 ? 18 : 13;
    cards.hands = handed_out(numbers.shuffled(auf_ab_deck()), match.seats, each);
  } else if (match.game == "dnpup") {
    Strings shuffled = numbers.shuffled(dnpup_deck(match.seats));
    const std::uint64_t coins = numbers.bits(static_cast<unsigned>(shuffled.size()));
    for (std::size_t place = 0; place < shuffled.size(); ++place)
      if ((coins >> place) & 1) shuffled[place] = turned(shuffled[place]);
    cards.hands = handed_out(shuffled, match.seats, shuffled.size() / match.seats);
  } else {
    if (number > match.schedule.size()) throw NotARecord("more deals than the schedule has");
    if (number == 1)
      cards.dealer = numbers.below(match.seats);
    else
      cards.dealer = (match.deals[0].dealer.value_or(0) + number - 1) % match.seats;
    const Strings shuffled = numbers.shuffled(french_deck(match.deck, match.removed));
    const std::uint64_t each = match.schedule[number - 1];
    cards.hands = handed_out(shuffled, match.seats, each);
    const bool left = shuffled.size() > each * match.seats;
    if (left && (each != match.peak || match.turned_at_peak))
      cards.upcard = shuffled[each * match.seats];
  }
  return cards;
}

// --- Reading a record
// -----------------------------------------------------------------------------

Cards read_cards(const Json& given, const Match& match) {
  Cards cards;
  for (const std::string& text : given["hands"].strings()) {
    Strings hand = words(text);
    std::sort(hand.begin(), hand.end());
    cards.hands.push_back(hand);
  }
  if (cards.hands.size() != match.seats) throw NotARecord("there is not one hand a seat");
  const auto filled = [&](std::string_view key) -> const Json* {
    const Json* found = given.find(key);
    return found && found->kind != Json::Kind::null ? found : nullptr;
  };
  if (const Json* dealer = filled("dealer")) cards.dealer = dealer->number();
  if (const Json* upcard = filled("upcard")) cards.upcard = upcard->string();
  if (match.ascenseur() != cards.dealer.has_value() ||
      (cards.dealer && *cards.dealer >= match.seats))
    throw NotARecord("the dealer is no seat");
  return cards;
}

Proof read_proof(const Json& given, std::size_t seats) {
  Proof proof{given["commitment"].string(), given["seed"].string(), given["nonces"].strings()};
  if (!is_hex(proof.commitment, 64) || !is_hex(proof.seed, 64))
    throw NotARecord("commitment and seed have 64 hex digits each");
  if (proof.nonces.size() != seats) throw NotARecord("there is not one nonce a seat");
  for (const std::string& nonce : proof.nonces)
    if (!nonce.empty() && !is_hex(nonce, 32)) throw NotARecord("a nonce has 32 hex digits or none");
  return proof;
}

// The game, its seats and its options.
Match read_setup(const Json& given) {
  struct Known {
    std::string_view game;
    std::size_t fewest, most;
  };
  static constexpr Known games[] = {
      {"auf-ab", 3, 4}, {"dnpup", 2, 5}, {"ascenseur-52", 3, 6}, {"ascenseur-32", 3, 5}};
  Match match;
  match.game = given["game"].string();
  match.seats = given["seats"].number();
  const bool known = std::any_of(std::begin(games), std::end(games), [&](const Known& each) {
    return each.game == match.game && each.fewest <= match.seats && match.seats <= each.most;
  });
  if (!known) throw NotARecord("no such game, or not for so many");
  const Json& options = given["options"];
  if (!match.ascenseur()) return match;
  match.deck = options["deck"].number();
  match.removed = options["removed"].strings();
  for (const Json& size : options["schedule"].array()) match.schedule.push_back(size.number());
  for (const std::uint64_t size : match.schedule)
    if (size < 1 || size > 52) throw NotARecord("a hand has 1 to 52 cards");
  match.peak = options["peak"].number();
  const std::string& trumps = options["trumps_at_peak"].string();
  if (trumps != "turned" && trumps != "none") throw NotARecord("trumps are turned or none");
  match.turned_at_peak = trumps == "turned";
  return match;
}

// --- What is said of a record
// -----------------------------------------------------------------------

struct Verdict {
  std::string says, why;
  std::vector<bool> deals;  // which follow
  int status() const { return says == "follows" ? 0 : says.starts_with("other-") ? 1 : 2; }
};

Verdict verdict_of(const Json& record) try {
  if (record["format"].string() != "funicular-record" || record["version"].number() != 1)
    throw NotARecord("another format, or another version of it");
  Match match = read_setup(record);
  for (const Json& deal : record["deals"].array())
    match.deals.push_back(read_cards(deal["cards"], match));
  const Json* proof = record.find("proof");
  if (!proof) return {"no-proof", "the record has no proof", {}};
  match.proof = read_proof(*proof, match.seats);
  if (to_hex(sha256(from_hex(match.proof.seed))) != match.proof.commitment)
    return {"other-seed", "the seed does not fit the commitment", {}};
  Verdict verdict{"follows", "", {}};
  for (std::size_t number = 1; number <= match.deals.size(); ++number) {
    verdict.deals.push_back(dealt(match, number) == match.deals[number - 1]);
    if (!verdict.deals.back()) verdict.says = "other-cards";
  }
  return verdict;
} catch (const NotARecord& error) {
  return {"not-a-record", error.what(), {}};
}

std::string read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw NotARecord("the file cannot be read");
  std::string text(longest + 1, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (file.bad()) throw NotARecord("the file cannot be read");
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > longest) throw NotARecord("the file is too large");
  return text;
}

int check_record(const char* path) {
  const Verdict verdict = verdict_of(Reader::read(read_file(path)));
  if (verdict.status() == 2) throw NotARecord(verdict.why);
  if (verdict.says == "other-seed") {
    std::cout << verdict.why << "\n";
    return 1;
  }
  std::cout << "the seed fits the commitment\n";
  for (std::size_t i = 0; i < verdict.deals.size(); ++i)
    std::cout << "deal " << i + 1 << ": " << (verdict.deals[i] ? "follows" : "OTHER CARDS") << "\n";
  return verdict.status();
}

// --- The test vectors
// -------------------------------------------------------------------------------

bool numbers_agree(const Json& given) {
  const Proof proof{given["commitment"].string(), given["seed"].string(),
                    given["nonces"].strings()};
  const std::size_t deal = given["deal"].number();
  const Bytes key = key_of(proof, deal);
  bool same = to_hex(sha256(from_hex(proof.seed))) == proof.commitment &&
              key_text(deal, proof.nonces) == given["text"].string() &&
              to_hex(key) == given["key"].string();
  Numbers stream(key), numbers(key);
  for (const std::uint8_t byte : from_hex(given["stream"].string())) same &= byte == stream.byte();
  for (const Json& draw : given["drawn"].array()) {
    if (draw.array().size() != 3) throw NotARecord("a draw has three parts");
    const std::uint64_t size = draw.items[1].number();
    const std::uint64_t drawn = draw.items[0].string() == "bits"
                                    ? numbers.bits(static_cast<unsigned>(size))
                                    : numbers.below(size);
    same &= drawn == draw.items[2].number();
  }
  return same;
}

bool deals_agree(const Json& given) {
  Match match = read_setup(given);
  match.proof = read_proof(given, match.seats);
  bool same = to_hex(sha256(from_hex(match.proof.seed))) == match.proof.commitment;
  for (const Json& deal : given["deals"].array()) match.deals.push_back(read_cards(deal, match));
  for (std::size_t i = 0; i < match.deals.size(); ++i)
    same &= dealt(match, i + 1) == match.deals[i] &&
            to_hex(key_of(match.proof, i + 1)) == given["deals"].items[i]["key"].string();
  return same;
}

bool record_agrees(const Json& given) {
  const Verdict verdict = verdict_of(given["record"]);
  if (verdict.says != given["says"].string()) return false;
  if (given["deals"].kind == Json::Kind::null) return true;
  std::vector<bool> follow;
  for (const Json& deal : given["deals"].array()) follow.push_back(deal.boolean());
  return follow == verdict.deals;
}

int check_vectors(const char* path) {
  const Json vectors = Reader::read(read_file(path));
  if (vectors["format"].string() != "funicular-deal-vectors") throw NotARecord("no test vectors");
  using Check = bool (*)(const Json&);
  const std::pair<std::string_view, Check> parts[] = {
      {"numbers", numbers_agree}, {"deals", deals_agree}, {"records", record_agrees}};
  int status = 0;
  for (const auto& [name, agrees] : parts) {
    std::size_t wrong = 0;
    const std::vector<Json>& cases = vectors[name].array();
    for (std::size_t i = 0; i < cases.size(); ++i)
      if (!agrees(cases[i])) {
        std::cout << name << " " << i << ": does not agree\n";
        ++wrong;
      }
    std::cout << name << ": " << cases.size() - wrong << " of " << cases.size() << " agree\n";
    if (wrong != 0 || cases.empty()) status = 1;
  }
  return status;
}

int main(int count, char** given) try {
  if (count == 2) return check_record(given[1]);
  if (count == 3 && std::string_view(given[1]) == "--vectors") return check_vectors(given[2]);
  std::cerr << "usage: verify RECORD.json | verify --vectors VECTORS.json\n";
  return 2;
} catch (const std::exception& error) {
  std::cerr << "not a record: " << error.what() << "\n";
  return 2;
}
