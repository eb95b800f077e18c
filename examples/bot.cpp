// A bot for Funicular's arena in one file of C++20, with no library but the standard one.
//
//     c++ -std=c++20 -O2 -o bot examples/bot.cpp
//     funicular arena --bots casual,"outside:./bot"
//
// The arena writes one JSON object a line to our standard input and reads our answers from our
// standard output; docs/outside-bots.md describes both. Three parts: a reader of JSON that is just
// good enough for this protocol, a simple judgement for each game, and the conversation itself.

#include <algorithm>
#include <cmath>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

using Strings = std::vector<std::string>;

// --- JSON ---------------------------------------------------------------------------------------

struct Json {
  std::string text;         // a string's letters; a number, true, false or null as it is written
  Strings keys;             // of an object, in step with its items
  std::vector<Json> items;  // of an object or an array

  const Json& operator[](std::string_view key) const {
    for (std::size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == key) return items[i];
    throw std::runtime_error("the message has no \"" + std::string(key) + "\"");
  }
  int number() const { return std::stoi(text); }
  Strings strings() const {
    Strings all;
    for (const Json& item : items) all.push_back(item.text);
    return all;
  }
};

class Reader {
 public:
  explicit Reader(std::string_view line) : rest_(line) {}

  Json value() {
    switch (peek()) {
      case '{':
        return collection('}', true);
      case '[':
        return collection(']', false);
      case '"':
        return {string(), {}, {}};
      default:
        return {word(), {}, {}};
    }
  }

 private:
  char peek() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r"), rest_.size()));
    if (rest_.empty()) throw std::runtime_error("the message ends too early");
    return rest_.front();
  }
  void skip() { rest_.remove_prefix(1); }

  Json collection(char end, bool has_keys) {
    Json all;
    skip();
    while (peek() != end) {
      if (peek() == ',') skip();
      if (has_keys) {
        peek();
        all.keys.push_back(string());
        if (peek() == ':') skip();
      }
      all.items.push_back(value());
    }
    skip();
    return all;
  }
  std::string string() {  // the protocol's own strings need no escapes beyond \" and its like
    std::string letters;
    for (skip(); peek_letter() != '"'; skip()) {
      if (rest_.front() == '\\') skip();
      letters += peek_letter();
    }
    skip();
    return letters;
  }
  char peek_letter() const {
    if (rest_.empty()) throw std::runtime_error("a string does not end");
    return rest_.front();
  }
  std::string word() {
    const auto length = std::min(rest_.find_first_of(",]} \t\r"), rest_.size());
    if (length == 0) throw std::runtime_error("this is not JSON");
    std::string letters(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return letters;
  }

  std::string_view rest_;
};

// --- Judgement ----------------------------------------------------------------------------------

int rank(const std::string& card) {
  return static_cast<int>(std::string_view("23456789TJQKA").find(card[0]));
}

// Whether `card` beats `other`, which leads the trick so far.
bool beats(const std::string& card, const std::string& other, const std::string& trump) {
  if (card[1] == other[1]) return rank(card) > rank(other);
  return card.substr(1) == trump;
}

// A card takes a trick if nobody has a higher one: the more opponents, the less likely.
double chance(const std::string& card, const std::string& trump, int deck, int seats) {
  const double lowest = deck == 32 ? 5 : 0;
  const double place = (rank(card) - lowest + 1) / (13 - lowest);
  if (trump == "null") return std::pow(place, seats - 1);
  return card.substr(1) == trump ? std::pow(place, 0.6) : 0.8 * std::pow(place, seats);
}

std::string bid(const Json& hello, const Json& view, const Strings& legal) {
  double tricks = 0;
  for (const std::string& card : view["hand"].strings())
    tricks += chance(card, view["trump"].text, hello["options"]["deck"].number(),
                     hello["seats"].number());
  const auto miss = [&](const std::string& move) {
    return std::abs(std::stoi(move.substr(4)) - tricks);
  };
  return *std::ranges::min_element(legal, {}, miss);
}

std::string play(const Json& hello, const Json& view, int seat, const Strings& legal) {
  const std::string trump = view["trump"].text;
  const Strings trick = view["trick"].strings();
  const bool wants = view["tricks"].items[seat].number() < view["bids"].items[seat].number();
  const bool last = static_cast<int>(trick.size()) + 1 == hello["seats"].number();
  std::string best = trick.empty() ? "" : trick[0];
  for (const std::string& card : trick)
    if (beats(card, best, trump)) best = card;

  Strings winning, losing;
  for (const std::string& move : legal) {
    const std::string card = move.substr(5);
    (best.empty() || beats(card, best, trump) ? winning : losing).push_back(card);
  }
  const auto lowest = [](const Strings& cards) {
    return "play " + *std::ranges::min_element(cards, {}, rank);
  };
  const auto highest = [](const Strings& cards) {
    return "play " + *std::ranges::max_element(cards, {}, rank);
  };
  if (wants && !winning.empty()) return last ? lowest(winning) : highest(winning);
  if (wants) return lowest(losing);
  if (!losing.empty()) return highest(losing);  // the time to lose what might take a trick later
  return last ? highest(winning) : lowest(winning);
}

// Auf & Ab and dnpup: whatever gets rid of most cards; the list is sorted by value, so the first
// of equals keeps the higher cards. With nothing to lay, pass or flip: that is the last move.
std::string shed(const Json& view, const Strings& legal) {
  const Strings hand = view["hand"].strings();
  const auto cards = [&](const std::string& move) {
    std::istringstream words(move);
    int count = 0;
    for (std::string word; words >> word;) count += std::ranges::count(hand, word) > 0;
    return count;
  };
  const auto most = std::ranges::max_element(legal, {}, cards);
  return cards(*most) > 0 ? *most : legal.back();
}

std::string choose(const Json& hello, const Json& question) {
  const Json& view = question["view"];
  const Strings legal = question["legal"].strings();
  if (!hello["game"].text.starts_with("ascenseur")) return shed(view, legal);
  if (legal[0].starts_with("bid")) return bid(hello, view, legal);
  return play(hello, view, question["seat"].number(), legal);
}

// --- Conversation -------------------------------------------------------------------------------

int main() {
  try {
    Json hello;
    for (std::string line; std::getline(std::cin, line);) {
      const Json message = Reader(line).value();
      const std::string& type = message["type"].text;
      if (type == "hello") {
        hello = message;
        std::cout << R"({"type":"ready","protocol":1})" << std::endl;
      } else if (type == "choose") {
        std::cout << R"({"type":"move","id":)" << message["id"].text << R"(,"move":")"
                  << choose(hello, message) << "\"}" << std::endl;
      }
    }
  } catch (const std::exception& error) {
    std::cerr << error.what() << std::endl;
    return 1;
  }
}
