// Luck and skill apart, for the browser: `review/accounts.py` says what is what, and counts the
// same where Python reviews.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "funicular/constants.hpp"

namespace funicular {

// Whether a cost is within chance.
constexpr bool is_close(double difference, double error) {
  return std::max(0.0, difference) <= kClear * error;
}

// A decision that was a choice, as far as it has been judged.
struct JudgedChoice {
  int deal = 0, seat = 0;
  bool judged = false;
  double difference = 0, error = 0, best_value = 0;
};

// One seat's deal: `result` is `cards` plus `play` plus `luck`.
struct Account {
  int deal = 0, seat = 0;
  double result = 0, cards = 0, play = 0, luck = 0;
  int mistakes = 0;
};

// A row for each deal that brought points and each seat whose choices in it are all judged. A deal
// without points has no results.
inline std::vector<Account> accounts_of(int seats, const std::vector<std::vector<int>>& results,
                                        const std::vector<JudgedChoice>& choices) {
  struct Row {
    bool known = true, chose = false;
    Account account;
  };
  std::vector<Row> rows(results.size() * static_cast<std::size_t>(seats));
  for (const JudgedChoice& choice : choices) {
    Row& row = rows[static_cast<std::size_t>(choice.deal * seats + choice.seat)];
    if (!row.chose) row.account.cards = choice.best_value;
    row.chose = true;
    row.known &= choice.judged;
    row.account.play -= choice.difference;
    row.account.mistakes += !is_close(choice.difference, choice.error);
  }
  std::vector<Account> found;
  for (std::size_t place = 0; place < rows.size(); ++place) {
    auto& [known, chose, account] = rows[place];
    account.deal = static_cast<int>(place) / seats;
    account.seat = static_cast<int>(place) % seats;
    const std::vector<int>& points = results[static_cast<std::size_t>(account.deal)];
    if (points.empty() || !known) continue;
    account.result = points[static_cast<std::size_t>(account.seat)];
    if (!chose) account.cards = account.result;
    account.luck = account.result - account.cards - account.play;
    found.push_back(account);
  }
  return found;
}

}  // namespace funicular
