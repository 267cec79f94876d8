// SPDX-License-Identifier: Apache-2.0
#include "io/replace_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "base/error.hpp"
#include "catch.hpp"
#include "forbid_syscall.hpp"
#include "io/attribute.hpp"
#include "io/filesystem.hpp"
#include "refusal.hpp"
#include "scratch_folder.hpp"

using namespace wattline;
using test::Folder;

namespace {

void put(const std::string& path, const std::string& text) {
  io::replace_file(path, [&](io::Output& out) { out.write(text); });
}

// The status of `body` while every call of this number fails with `error`.
template <class Body>
int status_without(unsigned call, unsigned error, Body body) {
  return test::in_child([&] {
    if (!test::forbid_syscall(call, error)) return 2;
    try {
      body();
    } catch (const Error& failure) {
      return to_int(failure.code());
    }
    return 0;
  });
}

}  // namespace

TEST_CASE("a sync that fails is an error, except on what cannot sync") {
  const Folder folder;
  const auto sync = [&] {
    io::Output out = io::Output::to_file(folder.file("rows"));
    out.write("row\n");
    out.sync();
  };
  CHECK(status_without(SYS_fdatasync, EIO, sync) == to_int(ExitCode::io));
  CHECK(status_without(SYS_fdatasync, ENOSPC, sync) == to_int(ExitCode::io));
  CHECK(status_without(SYS_fdatasync, EINVAL, sync) == 0);
  CHECK(status_without(SYS_fdatasync, EROFS, sync) == 0);
  std::string text;
  io::Output::to_string(text).sync();
}

TEST_CASE("a file is replaced as a whole, and nothing else is left in its folder") {
  const Folder folder;
  put(folder.file("a"), "one");
  put(folder.file("a"), "two");
  CHECK(io::read_text(folder.file("a")) == "two");
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("when the disk fails the old file stays and the new one is removed") {
  const Folder folder;
  put(folder.file("a"), "old");
  const auto replace = [&] { put(folder.file("a"), "new"); };
  CHECK(status_without(SYS_fdatasync, EIO, replace) == to_int(ExitCode::io));
  CHECK(status_without(SYS_write, ENOSPC, replace) == to_int(ExitCode::io));
  CHECK(io::read_text(folder.file("a")) == "old");
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("a file is replaced unsynced whatever the disk says of a sync") {
  const Folder folder;
  const auto replace = [&] {
    io::replace_file(
        folder.file("a"), [](io::Output& out) { out.write("new"); }, io::Durability::unsynced);
  };
  CHECK(status_without(SYS_fdatasync, EIO, replace) == 0);
  CHECK(status_without(SYS_fsync, EIO, replace) == 0);
  CHECK(io::read_text(folder.file("a")) == "new");
  CHECK(status_without(SYS_write, ENOSPC, replace) == to_int(ExitCode::io));
  CHECK(folder.names() == std::vector<std::string>{"a"});
}

TEST_CASE("a link to a file that is not there yet stays a link, and the file is made") {
  const Folder folder;
  fs::create_directory(folder.file("data"));
  fs::create_symlink("data/target", folder.file("middle"));
  fs::create_symlink(folder.file("middle"), folder.file("link"));
  io::check_replaceable(folder.file("link"));
  put(folder.file("link"), "new");
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(fs::is_symlink(folder.file("middle")));
  CHECK(io::read_text(folder.file("data/target")) == "new");
  fs::create_symlink("absent/target", folder.file("astray"));
  CHECK(test::refusal_of([&] { io::check_replaceable(folder.file("astray")); }) == ExitCode::io);
  CHECK(test::refusal_of([&] { put(folder.file("astray"), "new"); }) == ExitCode::io);
  fs::create_symlink("round", folder.file("round"));
  CHECK(test::refusal_of([&] { put(folder.file("round"), "new"); }) == ExitCode::io);
  CHECK(folder.names() == std::vector<std::string>{"astray", "data", "link", "middle", "round"});
}

TEST_CASE("a link stays a link, and a special file is written in place") {
  const Folder folder;
  put(folder.file("target"), "old");
  fs::create_symlink("target", folder.file("link"));
  put(folder.file("link"), "new");
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(io::read_text(folder.file("target")) == "new");
  REQUIRE(::mkfifo(folder.file("fifo").c_str(), 0600) == 0);
  const io::Fd reader(::open(folder.file("fifo").c_str(), O_RDONLY | O_NONBLOCK));
  put(folder.file("fifo"), "text");
  char text[8];
  CHECK(::read(reader.get(), text, sizeof text) == 4);
  CHECK(folder.names() == std::vector<std::string>{"fifo", "link", "target"});
}

TEST_CASE("a path that cannot be written later is found out before, and nothing is left there") {
  const Folder folder;
  io::check_replaceable(folder.file("new"));
  put(folder.file("old"), "old");
  io::check_replaceable(folder.file("old"));
  CHECK(folder.names() == std::vector<std::string>{"old"});
  CHECK(io::read_text(folder.file("old")) == "old");
  io::check_replaceable("/dev/null");
  CHECK_THROWS_AS(io::check_replaceable(folder.file("nowhere/new")), Error);
  CHECK_THROWS_AS(io::check_replaceable(folder.file(".")), Error);
}

TEST_CASE("permissions stay, and a file in a folder that may not be written is rewritten in place") {
  const Folder folder;
  put(folder.file("a"), "one");
  ::chmod(folder.file("a").c_str(), 0640);
  put(folder.file("a"), "two");
  struct stat status {};
  REQUIRE(::stat(folder.file("a").c_str(), &status) == 0);
  CHECK((status.st_mode & 07777) == 0640);
  ::chmod(folder.file("a").c_str(), 0666);
  ::chmod(folder.file("").c_str(), 0555);
  const int as_nobody = test::in_child([&] {
    if (::geteuid() == 0 && ::setuid(65534) != 0) return 2;
    put(folder.file("a"), "three");
    try {
      put(folder.file("b"), "new");
    } catch (const Error& error) {
      return to_int(error.code());
    }
    return 0;
  });
  CHECK(as_nobody == to_int(ExitCode::io));
  CHECK(io::read_text(folder.file("a")) == "three");
  ::chmod(folder.file("").c_str(), 0755);
}

TEST_CASE("a name beside the file that somebody planted is not written through") {
  const Folder folder;
  put(folder.file("precious"), "old");
  fs::create_symlink("precious", folder.file("a.new"));
  put(folder.file("a"), "one");
  CHECK(io::read_text(folder.file("precious")) == "old");
  fs::create_symlink("precious", folder.file("note.new"));
  io::replace_machine_file(folder.file("note"), [](io::Output& out) { out.write("note"); });
  CHECK(io::read_text(folder.file("note")) == "note");
  fs::create_symlink("precious", folder.file("link"));
  io::replace_machine_file(folder.file("link"), [](io::Output& out) { out.write("note"); });
  CHECK(io::read_text(folder.file("precious")) == "old");
  CHECK(folder.names() == std::vector<std::string>{"a", "a.new", "link", "note", "precious"});
}

TEST_CASE("a path that names a descriptor is written there, behind what its file has") {
  const Folder folder;
  put(folder.file("log"), "one\n");
  const bool was_link = fs::is_symlink("/dev/stdout");
  const int status = test::in_child([&] {
    const int fd = ::open(folder.file("log").c_str(), O_WRONLY | O_APPEND);
    if (fd < 0 || ::dup2(fd, 1) != 1) return 2;
    put("/dev/stdout", "two\n");
    put("/proc/self/fd/" + std::to_string(fd), "three\n");
    io::Output::to_file("/dev/fd/1").write("four\n");
    return 0;
  });
  CHECK(status == 0);
  CHECK(io::read_text(folder.file("log")) == "one\ntwo\nthree\nfour");
  CHECK(fs::is_symlink("/dev/stdout") == was_link);
  CHECK_THROWS_AS(io::Output::to_file("/dev/fd/7777777"), Error);
}
