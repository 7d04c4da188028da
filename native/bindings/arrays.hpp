// NumPy arrays that own their numbers.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace fivebet {

template <class T>
using Array = nanobind::ndarray<nanobind::numpy, T>;

template <class T>
Array<T> array(std::vector<T> numbers, std::initializer_list<std::size_t> shape) {
  auto owned = std::make_unique<std::vector<T>>(std::move(numbers));
  T* data = owned->data();
  nanobind::capsule owner(owned.get(), [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  owned.release();
  return Array<T>(data, shape.size(), shape.begin(), owner);
}

template <class T>
Array<T> array(std::vector<T> numbers) {
  const std::size_t size = numbers.size();
  return array(std::move(numbers), {size});
}

// Rows without their padding.
inline Array<float> rows_of(const std::vector<float>& numbers, std::size_t stride, std::size_t hands) {
  const std::size_t rows = stride ? numbers.size() / stride : 0;
  std::vector<float> trimmed(rows * hands);
  for (std::size_t row = 0; row < rows; ++row)
    std::copy_n(numbers.data() + row * stride, hands, trimmed.data() + row * hands);
  return array(std::move(trimmed), {rows, hands});
}

}  // namespace fivebet
