// Learns the scorer of Auf & Ab (see funicular/auf_ab/scorer.hpp) and writes its weights.
//
// One seat plays deals by what it has learnt so far, all others as casual players do. At every
// second of its decisions each move that casual judgement proposes is tried, and the deal played to
// its end in the same way: with the cards where they really lie, so that over many deals a move
// comes to what it is worth to somebody who does not see them. The scorer is then fitted to the
// differences between the moves of a decision, and the next round of deals is played by the better
// one.
//
// The weights depend on the arguments alone, not on the number of threads: every few deals have a
// seed of their own, and sums come in the same order.
//
//   learn ROUNDS DEALS SEED THREADS >native/funicular/auf_ab/learnt_weights.hpp
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numbers>
#include <thread>
#include <vector>

#include "funicular/auf_ab/endings.hpp"
#include "funicular/auf_ab/scorer.hpp"
#include "funicular/random.hpp"

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

constexpr int kTried = 10, kProposals = 8;
constexpr double kCardsWorth = 0.03;
constexpr double kFourSeats = 0.25, kAsked = 0.5, kCurious = 0.1;
constexpr std::uint32_t kCuriousAmong = 4;
constexpr int kDealsAtOnce = 250;
// How well it plays is shown by so many deals.
constexpr int kShown = 20000;
constexpr int kEpochs = 10, kBatch = 4096, kShares = 32;
// Units count for so little while they are learnt that all weights are of a handy size.
constexpr float kUnitCounts = 0.1f;

struct Tried {
  Opinion opinion;
  float value;
};

struct Decision {
  Table table;
  Bits hand, unseen;
  Counts left;
  std::vector<Tried> moves;
};

using Decisions = std::vector<Decision>;

// Calls `work` with every number below `parts`, on so many threads.
template <typename Work>
void share_out(int parts, int threads, Work&& work) {
  std::atomic<int> next{0};
  std::vector<std::thread> pool;
  for (int number = 0; number < threads; ++number)
    pool.emplace_back([&] {
      for (int part; (part = next++) < parts;) work(part);
    });
  for (auto& thread : pool) thread.join();
}

// Nothing learnt yet: a casual player.
Move own_move(const State& state, const UnitRows* rows) {
  return rows ? best_scored(*rows, state, kProposals) : brisk(state);
}

void play_on(State& state, int seat, const UnitRows* rows) {
  while (!state.over())
    state.play(state.table.to_act == seat ? own_move(state, rows) : brisk(state));
}

bool chooses(const State& state, const Moves& moves) {
  for (int place = 0; place < moves.count; ++place)
    if (moves.list[place].cards() == state.hand()) return false;
  return moves.count > 1;
}

void play_deal(const UnitRows* rows, Random& random, Decisions& decisions) {
  const int seats = random.unit() < kFourSeats ? 4 : 3;
  State state = deal(seats, random);
  const int seat = static_cast<int>(random.below(static_cast<std::uint32_t>(seats)));
  Moves moves;
  while (!state.over()) {
    const Bits hand = state.hand(), unseen = kEveryCard & ~hand & ~state.seen;
    const Counts left = state.left();
    if (state.table.to_act == seat) legal_moves(state.table, hand, moves);
    if (state.table.to_act != seat || !chooses(state, moves)) {
      state.play(brisk(state));
      continue;
    }
    std::array<Opinion, kTried> opinions;
    const int found =
        BriskPlans(state.table, hand, unseen, left).propose(moves, kTried, opinions.data());
    if (random.unit() < kAsked) {
      Decision decision{state.table, hand, unseen, left, {}};
      for (int place = 0; place < found; ++place) {
        State after = state;
        after.play(opinions[place].move);
        play_on(after, seat, rows);
        decision.moves.push_back(
            {opinions[place], static_cast<float>(values_at_end(after, kCardsWorth)[seat])});
      }
      decisions.push_back(std::move(decision));
    }
    const auto few = std::min(static_cast<std::uint32_t>(found), kCuriousAmong);
    state.play(random.unit() < kCurious ? opinions[random.below(few)].move
                                        : own_move(state, rows));
  }
}

Decisions play_round(const UnitRows* rows, int deals, std::uint64_t seed, int threads) {
  std::vector<Decisions> parts(static_cast<std::size_t>(deals / kDealsAtOnce));
  share_out(static_cast<int>(parts.size()), threads, [&](int part) {
    Random random(seed + static_cast<std::uint64_t>(part));
    for (int number = 0; number < kDealsAtOnce; ++number)
      play_deal(rows, random, parts[static_cast<std::size_t>(part)]);
  });
  Decisions all;
  for (auto& part : parts)
    for (auto& decision : part) all.push_back(std::move(decision));
  return all;
}

// One move of a decision: what is so after it, and what the units come to.
struct Seen {
  std::array<bool, kUnitRows> so{};
  std::vector<int> rows;
  OpinionNumbers numbers;
  Units units{};
};

void look(const UnitRows& rows, const Decision& decision, const Tried& tried, Seen& seen) {
  const Sight sight(decision.table, decision.hand, decision.unseen, decision.left);
  seen.so.fill(false);
  seen.rows.clear();
  seen.units.fill(0);
  seen.numbers = numbers_of(tried.opinion);
  sight.each_before([&](int row) { seen.so[static_cast<std::size_t>(row)] = true; });
  sight.each_after(
      tried.opinion.move, [&](int row) { seen.so[static_cast<std::size_t>(row)] = true; },
      [&](int row) { seen.so[static_cast<std::size_t>(row)] = false; });
  for (int row = 0; row < kUnitRows; ++row)
    if (seen.so[static_cast<std::size_t>(row)]) seen.rows.push_back(row);
  for (const int row : seen.rows) add_row(seen.units, rows[static_cast<std::size_t>(row)]);
  for (std::size_t number = 0; number < kOpinions; ++number)
    add_row(seen.units, rows[kOpinionRows + number], seen.numbers[number]);
}

// Adds what a decision says about the weights; returns the square of what was missed.
double learn_from(const UnitRows& rows, const Decision& decision, std::vector<Seen>& seen,
                  UnitRows& slopes) {
  const std::size_t moves = decision.moves.size();
  if (seen.size() < moves) seen.resize(moves);
  std::vector<float> missed(moves);
  float mean = 0;
  for (std::size_t place = 0; place < moves; ++place) {
    look(rows, decision, decision.moves[place], seen[place]);
    missed[place] = kUnitCounts * score_of(seen[place].units) - decision.moves[place].value;
    mean += missed[place] / static_cast<float>(moves);
  }
  double squares = 0;
  for (std::size_t place = 0; place < moves; ++place) {
    const float off = missed[place] - mean;
    squares += off * off;
    Units slope{};
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      if (seen[place].units[unit] > 0) slope[unit] = unit < kUnits / 2 ? off : -off;
    for (const int row : seen[place].rows) add_row(slopes[static_cast<std::size_t>(row)], slope);
    for (std::size_t number = 0; number < kOpinions; ++number)
      add_row(slopes[kOpinionRows + number], slope, seen[place].numbers[number]);
  }
  return squares;
}

// Steps down the slope, each weight by its own measure (Adam).
class Steps {
 public:
  void take(UnitRows& rows, const UnitRows& slopes, float length) {
    fade_mean_ *= kMean;
    fade_square_ *= kSquare;
    for (std::size_t row = 0; row < kUnitRows; ++row)
      for (std::size_t unit = 0; unit < kUnits; ++unit) {
        const float slope = slopes[row][unit];
        float& mean = (*means_)[row][unit];
        float& square = (*squares_)[row][unit];
        mean = kMean * mean + (1 - kMean) * slope;
        square = kSquare * square + (1 - kSquare) * slope * slope;
        rows[row][unit] -= length * (mean / (1 - fade_mean_)) /
                           (std::sqrt(square / (1 - fade_square_)) + 1e-8f);
      }
  }

 private:
  static constexpr float kMean = 0.9f, kSquare = 0.999f;
  float fade_mean_ = 1, fade_square_ = 1;
  std::unique_ptr<UnitRows> means_ = std::make_unique<UnitRows>();
  std::unique_ptr<UnitRows> squares_ = std::make_unique<UnitRows>();
};

// Fits the rows to some decisions, in steps that grow for a while and then shrink to nothing.
void fit(UnitRows& rows, const Decisions& decisions, float length, std::uint64_t seed,
         int threads) {
  Random random(seed);
  Steps steps;
  std::vector<UnitRows> slopes(kShares);
  std::vector<std::vector<Seen>> seen(kShares);
  const int wanted =
      static_cast<int>(static_cast<std::int64_t>(decisions.size()) * kEpochs / kBatch);
  double missed = 0;
  std::int64_t moves = 0;
  for (int step = 0; step < wanted; ++step) {
    std::vector<const Decision*> batch;
    for (int number = 0; number < kBatch; ++number)
      batch.push_back(&decisions[random.below(static_cast<std::uint32_t>(decisions.size()))]);
    std::array<double, kShares> squares{};
    share_out(kShares, threads, [&](int number) {
      const auto part = static_cast<std::size_t>(number);
      slopes[part] = {};
      for (std::size_t place = part; place < kBatch; place += kShares)
        squares[part] += learn_from(rows, *batch[place], seen[part], slopes[part]);
    });
    for (std::size_t part = 1; part < kShares; ++part)
      for (std::size_t row = 0; row < kUnitRows; ++row) add_row(slopes[0][row], slopes[part][row]);
    const double done = static_cast<double>(step) / wanted;
    const double share = done < 0.1 ? done / 0.1
                                    : (1 + std::cos(std::numbers::pi * (done - 0.1) / 0.9)) / 2;
    steps.take(rows, slopes[0], length * static_cast<float>(share));
    if (step < wanted * 9 / 10) continue;
    for (const double square : squares) missed += square;
    for (const Decision* decision : batch)
      moves += static_cast<std::int64_t>(decision->moves.size());
  }
  std::fprintf(stderr, "  missed by %.4f (squared, the last tenth)\n",
               missed / static_cast<double>(moves));
}

UnitRows first_rows(Random& random) {
  UnitRows rows{};
  for (auto& row : rows)
    for (float& weight : row) weight = static_cast<float>(random.unit() - 0.5) * 0.2f;
  return rows;
}

// The share of deals won from every seat.
double share_won(const UnitRows* rows, int seats, int deals, std::uint64_t seed, int threads) {
  std::atomic<int> won{0};
  share_out(deals, threads, [&](int number) {
    Random random(seed + static_cast<std::uint64_t>(number));
    const State dealt = deal(seats, random);
    for (int seat = 0; seat < seats; ++seat) {
      State state = dealt;
      play_on(state, seat, rows);
      won += state.winner() == seat;
    }
  });
  return static_cast<double>(won) / seats / deals;
}

// As the units are used: all that counts for little put into the weights, in whole numbers.
int whole(float weight) {
  return static_cast<int>(std::lround(weight * kUnitCounts / kWeightUnit));
}

UnitRows rounded(const UnitRows& rows) {
  UnitRows result{};
  for (std::size_t row = 0; row < kUnitRows; ++row)
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      result[row][unit] = kWeightUnit * static_cast<float>(whole(rows[row][unit]));
  return result;
}

void write(const UnitRows& rows, char** arguments) {
  std::printf(
      "// The weights of the scorer of Auf & Ab, in 256ths: a line a row, a number a unit.\n"
      "//\n"
      "// Made by native/learning/auf_ab.cpp: `make learn ARGS='%s %s %s'`. Not to be edited.\n"
      "#pragma once\n\n#include <array>\n#include <cstdint>\n\nnamespace funicular::auf_ab {\n\n"
      "// clang-format off\n"
      "inline constexpr std::array<std::int16_t, %d * %d> kLearntWeights{\n",
      arguments[1], arguments[2], arguments[3], kUnitRows, kUnits);
  for (const auto& row : rows) {
    for (std::size_t unit = 0; unit < kUnits; ++unit)
      std::printf("%d%s", whole(row[unit]), unit + 1 < kUnits ? "," : ",\n");
  }
  std::printf("};\n// clang-format on\n\n}  // namespace funicular::auf_ab\n");
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "learn ROUNDS DEALS SEED [THREADS]\n");
    return 2;
  }
  const int rounds = std::atoi(arguments[1]), deals = std::atoi(arguments[2]);
  const std::uint64_t seed = std::strtoull(arguments[3], nullptr, 10);
  const int threads = count > 4 ? std::atoi(arguments[4])
                                : static_cast<int>(std::thread::hardware_concurrency());
  Random random(seed);
  const auto rows = std::make_unique<UnitRows>(first_rows(random));
  const auto playing = std::make_unique<UnitRows>();
  for (int round = 0; round < rounds; ++round) {
    const Decisions decisions =
        play_round(round ? playing.get() : nullptr, deals, random.next(), threads);
    std::fprintf(stderr, "round %d: %zu decisions\n", round, decisions.size());
    fit(*rows, decisions, round ? 2e-3f : 4e-3f, random.next(), threads);
    *playing = rounded(*rows);
    for (const int seats : {3, 4})
      std::fprintf(stderr, "  %d seats: wins %.1f %%\n", seats,
                   100 * share_won(playing.get(), seats, std::min(deals, kShown), random.next(), threads));
  }
  write(*rows, arguments);
}
