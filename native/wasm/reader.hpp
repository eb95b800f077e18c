// Numbers in decimal with spaces between them, as `funicular.native.numbers` writes them: read by
// the types that the checks take. A list has its length before it. What does not fit is refused.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/require.hpp"

namespace funicular::wasm {

using bindings::require;

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  template <typename Value>
  Value read() {
    Value value{};
    into(value);
    return value;
  }

  bool at_end() const { return text_.empty(); }

 private:
  template <std::integral Number>
  void into(Number& number) {
    const char* const end = text_.data() + text_.size();
    const auto [rest, error] = std::from_chars(text_.data(), end, number);
    require(error == std::errc{} && (rest == end || *rest == ' '), "position");
    text_.remove_prefix(static_cast<std::size_t>(rest - text_.data()));
    if (!text_.empty()) text_.remove_prefix(1);
  }

  void into(bool& flag) {
    const int number = read<int>();
    require(number == 0 || number == 1, "position");
    flag = number == 1;
  }

  template <typename Item>
  void into(std::vector<Item>& items) {
    const auto size = read<std::size_t>();
    // Every item takes two characters at least, but for the last.
    require(size <= text_.size() / 2 + 1, "position");
    for (std::size_t place = 0; place < size; ++place) items.push_back(read<Item>());
  }

  template <typename Item, std::size_t kSize>
  void into(std::array<Item, kSize>& items) {
    for (Item& item : items) into(item);
  }

  template <typename First, typename Second>
  void into(std::pair<First, Second>& both) {
    into(both.first);
    into(both.second);
  }

  template <typename... Parts>
  void into(std::tuple<Parts...>& parts) {
    std::apply([this](Parts&... part) { (into(part), ...); }, parts);
  }

  std::string_view text_;
};

}  // namespace funicular::wasm
