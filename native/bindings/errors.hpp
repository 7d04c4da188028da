// Errors of the core as errors of fivebet.errors.
#pragma once

#include <nanobind/nanobind.h>

#include <exception>

namespace fivebet {

// Sets the Python error of that name.
inline void raise_as(const char* name, const std::exception& error) {
  const nanobind::object kind = nanobind::module_::import_("fivebet.errors").attr(name);
  PyErr_SetString(kind.ptr(), error.what());
}

}  // namespace fivebet
