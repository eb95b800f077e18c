// Learns the network of Auf & Ab (see funicular/auf_ab/features.hpp) and writes its weights.
//
// One seat plays deals by what it has learned so far, all others by the casual policy. At every
// second of its decisions each move that the casual policy proposes is tried, and the deal played
// to its end in the same way: with the cards where they really lie, so that over many deals a move
// gets the value that it has for a seat that does not see them. The network is then fitted to the
// differences between the moves of a decision, and the next round of deals is played by the better
// one.
//
// The weights depend on the arguments alone, not on the number of threads: every few deals have a
// seed of their own, and sums come in the same order. They are written to standard output, how it
// goes to standard error; tools/learn.py runs this and keeps both.
//
//   learn ROUNDS DEALS SEED THREADS >weights.bin
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
#include "funicular/auf_ab/learned_policy.hpp"
#include "funicular/random.hpp"

namespace {

using namespace funicular;
using namespace funicular::auf_ab;

constexpr int kTried = 10, kProposals = 8;
constexpr double kCardsWorth = 0.03;
constexpr double kFourSeats = 0.25, kAsked = 0.5, kCurious = 0.1;
constexpr std::uint32_t kCuriousAmong = 4;
constexpr int kDealsAtOnce = 250;
// How well it plays is shown by this many deals.
constexpr int kShown = 20000;
constexpr int kEpochs = 10, kBatch = 4096, kShares = 32;
// The layer counts for this much while it is learned, so that all weights are of a handy size.
constexpr float kLayerCounts = 0.1f;

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

// Calls `work` with every number below `parts`, on several threads.
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

// Nothing learned yet: a casual player.
Move own_move(const State& state, const Network* network) {
  return network ? learned_policy(*network, state, kProposals) : fast_policy(state);
}

void play_on(State& state, int seat, const Network* network) {
  while (!state.over())
    state.play(state.table.to_act == seat ? own_move(state, network) : fast_policy(state));
}

bool chooses(const State& state, const Moves& moves) {
  for (int place = 0; place < moves.size(); ++place)
    if (moves[place].cards() == state.hand()) return false;
  return moves.size() > 1;
}

void play_deal(const Network* network, Random& random, Decisions& decisions) {
  const int seats = random.unit() < kFourSeats ? 4 : 3;
  State state = deal(seats, random);
  const int seat = static_cast<int>(random.below(static_cast<std::uint32_t>(seats)));
  Moves moves;
  while (!state.over()) {
    const Bits hand = state.hand(), unseen = kEveryCard & ~hand & ~state.seen;
    const Counts left = state.left();
    if (state.table.to_act == seat) legal_moves(state.table, hand, moves);
    if (state.table.to_act != seat || !chooses(state, moves)) {
      state.play(fast_policy(state));
      continue;
    }
    std::array<Opinion, kTried> opinions;
    const int found =
        FastPlans(state.table, hand, unseen, left).propose(moves, kTried, opinions.data());
    if (random.unit() < kAsked) {
      Decision decision{state.table, hand, unseen, left, {}};
      for (int place = 0; place < found; ++place) {
        State after = state;
        after.play(opinions[place].move);
        play_on(after, seat, network);
        decision.moves.push_back(
            {opinions[place], static_cast<float>(values_at_end(after, kCardsWorth)[seat])});
      }
      decisions.push_back(std::move(decision));
    }
    const auto few = std::min(static_cast<std::uint32_t>(found), kCuriousAmong);
    state.play(random.unit() < kCurious ? opinions[random.below(few)].move
                                        : own_move(state, network));
  }
}

Decisions play_round(const Network* network, int deals, std::uint64_t seed, int threads) {
  std::vector<Decisions> parts(static_cast<std::size_t>(deals / kDealsAtOnce));
  share_out(static_cast<int>(parts.size()), threads, [&](int part) {
    Random random(seed + static_cast<std::uint64_t>(part));
    for (int number = 0; number < kDealsAtOnce; ++number)
      play_deal(network, random, parts[static_cast<std::size_t>(part)]);
  });
  Decisions all;
  for (auto& part : parts)
    for (auto& decision : part) all.push_back(std::move(decision));
  return all;
}

// One move of a decision: the features after it, and the layer.
struct Seen {
  std::array<bool, kFeatures> there{};
  std::vector<std::size_t> features;
  OpinionNumbers numbers;
  Layer layer{};
};

void look(const Network& network, const Decision& decision, const Tried& tried, Seen& seen) {
  const Features features(decision.table, decision.hand, decision.unseen, decision.left);
  seen.there.fill(false);
  seen.features.clear();
  seen.layer.fill(0);
  seen.numbers = numbers_of(tried.opinion);
  const auto set = [&](bool there) {
    return [&seen, there](int feature) { seen.there[static_cast<std::size_t>(feature)] = there; };
  };
  features.each_before(set(true));
  features.each_after(tried.opinion.move, set(true), set(false));
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    if (seen.there[feature]) seen.features.push_back(feature);
  for (const std::size_t feature : seen.features) add_feature(seen.layer, network.weights[feature]);
  for (std::size_t number = 0; number < kOpinions; ++number)
    add_feature(seen.layer, network.weights[kOpinionFeatures + number], seen.numbers[number]);
}

// Adds what a decision says about the weights; returns the square of what was missed.
double learn_from(const Network& network, const Decision& decision, std::vector<Seen>& seen,
                  Network& slopes) {
  const std::size_t moves = decision.moves.size();
  if (seen.size() < moves) seen.resize(moves);
  std::vector<float> missed(moves);
  float mean = 0;
  for (std::size_t place = 0; place < moves; ++place) {
    look(network, decision, decision.moves[place], seen[place]);
    missed[place] = kLayerCounts * output_of(seen[place].layer) - decision.moves[place].value;
    mean += missed[place] / static_cast<float>(moves);
  }
  double squares = 0;
  for (std::size_t place = 0; place < moves; ++place) {
    const float off = missed[place] - mean;
    squares += off * off;
    Layer slope{};
    for (std::size_t unit = 0; unit < slope.size(); ++unit)
      if (seen[place].layer[unit] > 0) slope[unit] = unit < slope.size() / 2 ? off : -off;
    for (const std::size_t feature : seen[place].features)
      add_feature(slopes.weights[feature], slope);
    for (std::size_t number = 0; number < kOpinions; ++number)
      add_feature(slopes.weights[kOpinionFeatures + number], slope, seen[place].numbers[number]);
  }
  return squares;
}

// Steps down the slope, each weight by its own measure (Adam).
class Steps {
 public:
  void take(Network& network, const Network& slopes, float length) {
    fade_mean_ *= kMean;
    fade_square_ *= kSquare;
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
      for (std::size_t unit = 0; unit < Network::kWidth; ++unit) {
        const float slope = slopes.weights[feature][unit];
        float& mean = means_->weights[feature][unit];
        float& square = squares_->weights[feature][unit];
        mean = kMean * mean + (1 - kMean) * slope;
        square = kSquare * square + (1 - kSquare) * slope * slope;
        network.weights[feature][unit] -=
            length * (mean / (1 - fade_mean_)) / (std::sqrt(square / (1 - fade_square_)) + 1e-8f);
      }
  }

 private:
  static constexpr float kMean = 0.9f, kSquare = 0.999f;
  float fade_mean_ = 1, fade_square_ = 1;
  std::unique_ptr<Network> means_ = std::make_unique<Network>();
  std::unique_ptr<Network> squares_ = std::make_unique<Network>();
};

// Fits the network to some decisions, in steps that grow for a while and then shrink to nothing.
void fit(Network& network, const Decisions& decisions, float length, std::uint64_t seed,
         int threads) {
  Random random(seed);
  Steps steps;
  std::vector<Network> slopes(kShares);
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
        squares[part] += learn_from(network, *batch[place], seen[part], slopes[part]);
    });
    for (std::size_t part = 1; part < kShares; ++part)
      for (std::size_t feature = 0; feature < kFeatures; ++feature)
        add_feature(slopes[0].weights[feature], slopes[part].weights[feature]);
    const double done = static_cast<double>(step) / wanted;
    const double share =
        done < 0.1 ? done / 0.1 : (1 + std::cos(std::numbers::pi * (done - 0.1) / 0.9)) / 2;
    steps.take(network, slopes[0], length * static_cast<float>(share));
    if (step < wanted * 9 / 10) continue;
    for (const double square : squares) missed += square;
    for (const Decision* decision : batch)
      moves += static_cast<std::int64_t>(decision->moves.size());
  }
  std::fprintf(stderr, "  missed by %.4f (squared, the last tenth)\n",
               missed / static_cast<double>(moves));
}

Network first_network(Random& random) {
  Network network;
  for (auto& weights : network.weights)
    for (float& weight : weights) weight = static_cast<float>(random.unit() - 0.5) * 0.2f;
  return network;
}

// The share of deals won from every seat.
double share_won(const Network* network, int seats, int deals, std::uint64_t seed, int threads) {
  std::atomic<int> won{0};
  share_out(deals, threads, [&](int number) {
    Random random(seed + static_cast<std::uint64_t>(number));
    const State dealt = deal(seats, random);
    for (int seat = 0; seat < seats; ++seat) {
      State state = dealt;
      play_on(state, seat, network);
      won += state.winner() == seat;
    }
  });
  return static_cast<double>(won) / seats / deals;
}

// As the kernels use it: what the layer counts for put into the weights, in whole numbers.
int whole(float weight) {
  return static_cast<int>(std::lround(weight * kLayerCounts / kWeightUnit));
}

Network rounded(const Network& network) {
  Network result{};
  for (std::size_t feature = 0; feature < kFeatures; ++feature)
    for (std::size_t unit = 0; unit < Network::kWidth; ++unit)
      result.weights[feature][unit] =
          kWeightUnit * static_cast<float>(whole(network.weights[feature][unit]));
  return result;
}

// The weights as the kernels read them (see funicular/network.hpp).
void write(const Network& network) {
  const auto put = [](std::uint32_t number, int bytes) {
    for (; bytes > 0; --bytes, number >>= 8) std::putchar(static_cast<int>(number & 255));
  };
  for (const std::uint8_t byte : kWeightsMagic) std::putchar(byte);
  put(kFeatures, 4);
  put(Network::kWidth, 4);
  for (const auto& weights : network.weights)
    for (const float weight : weights) put(static_cast<std::uint32_t>(whole(weight)), 2);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 4) {
    std::fprintf(stderr, "learn ROUNDS DEALS SEED [THREADS]\n");
    return 2;
  }
  const int rounds = std::atoi(arguments[1]), deals = std::atoi(arguments[2]);
  const std::uint64_t seed = std::strtoull(arguments[3], nullptr, 10);
  const int threads =
      count > 4 ? std::atoi(arguments[4]) : static_cast<int>(std::thread::hardware_concurrency());
  Random random(seed);
  const auto network = std::make_unique<Network>(first_network(random));
  const auto playing = std::make_unique<Network>();
  for (int round = 0; round < rounds; ++round) {
    const Decisions decisions =
        play_round(round ? playing.get() : nullptr, deals, random.next(), threads);
    std::fprintf(stderr, "round %d: %zu decisions\n", round, decisions.size());
    fit(*network, decisions, round ? 2e-3f : 4e-3f, random.next(), threads);
    *playing = rounded(*network);
    for (const int seats : {3, 4})
      std::fprintf(
          stderr, "  %d seats: wins %.1f %%\n", seats,
          100 * share_won(playing.get(), seats, std::min(deals, kShown), random.next(), threads));
  }
  write(*network);
}
