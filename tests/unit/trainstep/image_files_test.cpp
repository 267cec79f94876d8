// SPDX-License-Identifier: Apache-2.0
#include "trainstep/data/image_files.hpp"

#include "catch.hpp"
#include "io/filesystem.hpp"
#include "sysfs_tree.hpp"

using namespace wattline;
using namespace wattline::trainstep;

TEST_CASE("folders below a class are entered in the order of ImageFolder, and links to folders followed once") {
  test::SysfsTree folder;
  folder.file("/a/2.jpg", "").file("/a/x-y/1.jpg", "").file("/a/x/z/1.jpg", "").file("/a/x/1.jpg", "");
  folder.file("/a/.hidden/1.jpg", "").file("/other/1.jpg", "").file("/a/x/1.txt", "").file("/a/x/noending", "");
  fs::create_directory_symlink("..", folder.at("/a/x/z/up"));
  fs::create_directory_symlink("../../other", folder.at("/a/x/link"));
  fs::create_symlink("nowhere.jpg", folder.at("/a/dangling.jpg"));
  const ImageFiles files = images_under(folder.at("/a").string());
  CHECK(files.names == std::vector<std::string>{"2.jpg", "dangling.jpg", ".hidden/1.jpg", "x/1.jpg", "x-y/1.jpg",
                                                "x/link/1.jpg", "x/z/1.jpg"});
  CHECK(left_out_images(files.left_out) == "1 folder: x/z/up (a link to a folder above it)");
  CHECK(left_out_files(files.left_out) == "1 without an ending, 1 .txt");
  CHECK(visible_images_under(folder.at("/a").string()).names ==
        std::vector<std::string>{"2.jpg", "dangling.jpg", "x-y/1.jpg", "x/1.jpg", "x/link/1.jpg", "x/z/1.jpg"});
}

TEST_CASE("what is left out is counted by its ending, and images of other formats are told apart") {
  test::SysfsTree folder;
  for (const char* name : {"/a/1.webp", "/a/b/2.WEBP", "/a/3.tif", "/a/4.jpg", "/a/5.png", "/a/Thumbs.db"})
    folder.file(name, "");
  const ImageFiles files = images_in(folder.at("/a").string());
  CHECK(files.names == std::vector<std::string>{"4.jpg", "5.png"});
  CHECK(left_out_images(files.left_out) ==
        "images that are neither JPEG nor PNG: 1 .tif, 1 .webp; 1 folder: b (a folder below the images)");
  CHECK(left_out_files(files.left_out) == "1 .db");
  CHECK(left_out_images(images_under(folder.at("/a").string()).left_out) ==
        "images that are neither JPEG nor PNG: 1 .tif, 2 .webp");
}
