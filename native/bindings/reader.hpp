// Numbers as `funicular.native.numbers` packs them: words of 32 bits, little-endian, read by the
// types that the checks take, for Python and for the browser. A number of 64 bits and a double are
// two words, the lower one first; a list has its length before it. What does not fit is refused.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/require.hpp"

namespace funicular::bindings {

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <typename Value>
  Value read() {
    Value value{};
    into(value);
    return value;
  }

  bool at_end() const { return bytes_.empty(); }

 private:
  static constexpr std::size_t kWord = 4;

  std::uint32_t word() {
    require(bytes_.size() >= kWord, "position");
    std::uint32_t number = 0;
    for (std::size_t place = kWord; place-- > 0;)
      number = number << 8 | static_cast<unsigned char>(bytes_[place]);
    bytes_.remove_prefix(kWord);
    return number;
  }

  template <std::integral Number>
  void into(Number& number) {
    static_assert(sizeof(Number) == 4 || sizeof(Number) == 8);
    std::uint64_t bits = word();
    if constexpr (sizeof(Number) == 8) bits |= std::uint64_t{word()} << 32;
    number = static_cast<Number>(bits);
  }

  void into(double& number) { number = std::bit_cast<double>(read<std::uint64_t>()); }

  void into(bool& flag) {
    const std::uint32_t number = word();
    require(number <= 1, "position");
    flag = number == 1;
  }

  template <typename Item>
  void into(std::vector<Item>& items) {
    const std::size_t size = word();
    // Every item takes a word at least.
    require(size <= bytes_.size() / kWord, "position");
    items.reserve(size);
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

  std::string_view bytes_;
};

// All of it as one value.
template <typename Value>
Value read_whole(std::string_view bytes) {
  Reader reader(bytes);
  Value value = reader.read<Value>();
  require(reader.at_end(), "position");
  return value;
}

}  // namespace funicular::bindings
