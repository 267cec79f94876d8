// SPDX-License-Identifier: Apache-2.0
// Measures the page that is in every frame of this document: rows of width, name and value in the element "rows".
"use strict";

// Pixels of an image that are colored, as marks are, and not white, gray or black.
function coloredPixels(image) {
  const canvas = document.createElement("canvas");
  canvas.width = 680;
  canvas.height = 480;
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const data = context.getImageData(0, 0, canvas.width, canvas.height).data;
  let colored = 0;
  for (let i = 0; i < data.length; i += 4) {
    const rgb = [data[i], data[i + 1], data[i + 2]];
    if (data[i + 3] > 0 && Math.max(...rgb) - Math.min(...rgb) > 40) colored++;
  }
  return colored;
}

function isWithin(element, width) {
  if (element.closest(".wide, pre")) return true; // these scroll by themselves
  const box = element.getBoundingClientRect();
  return box.left >= -1 && box.right <= width + 1;
}

// What the page refers to outside itself.
function references(page) {
  const named = [...page.querySelectorAll("[src],[href],[srcset],[poster],[data],[action]")].flatMap((element) =>
    ["src", "href", "srcset", "poster", "data", "action"].map((name) => element.getAttribute(name)).filter((value) => value !== null));
  const styled = [...page.querySelectorAll("style,[style]")].flatMap((element) =>
    (element.textContent + element.getAttribute("style")).match(/url\([^)]*\)|@import/g) || []);
  return named.filter((value) => !/^(data:|#)/.test(value)).concat(styled);
}

async function measure(frame) {
  const page = frame.contentDocument;
  const width = page.documentElement.clientWidth;
  for (const details of page.querySelectorAll("details")) details.open = true;
  const images = [...page.images];
  await Promise.all(images.map((image) => image.decode().catch(() => {})));
  const drawn = images.filter((image) => image.complete && image.naturalWidth > 0);
  const elements = [...page.body.querySelectorAll("*")];
  const rows = {
    pictures: images.length,
    "not drawn": images.filter((image) => !drawn.includes(image)).map((image) => image.alt).join(" "),
    "without marks": drawn.filter((image) => coloredPixels(image) < 100).map((image) => image.alt).join(" "),
    "too small": drawn.filter((image) => image.getBoundingClientRect().width < 300).map((image) => image.alt).join(" "),
    "overflow of the page": page.documentElement.scrollWidth - width,
    "too wide": elements.filter((element) => !isWithin(element, width)).map((element) => element.tagName).join(" "),
    sections: page.querySelectorAll("h2").length,
    tables: page.querySelectorAll("table").length,
    "empty tables": [...page.querySelectorAll("table")].filter((table) => table.rows.length < 2).length,
    references: references(page).join(" "),
    fetched: frame.contentWindow.performance.getEntriesByType("resource").map((entry) => entry.name).join(" "),
    scripts: page.scripts.length,
  };
  return Object.entries(rows).map(([name, value]) => [width, name, value].join("\t"));
}

addEventListener("load", async () => {
  const rows = [];
  for (const frame of document.querySelectorAll("iframe")) {
    rows.push(...(await measure(frame)));
    frame.remove(); // its page would be in the dumped document
  }
  const element = document.body.appendChild(document.createElement("pre"));
  element.id = "rows";
  element.textContent = "\n" + rows.join("\n") + "\n";
});
