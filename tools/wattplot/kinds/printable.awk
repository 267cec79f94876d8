# SPDX-License-Identifier: Apache-2.0
# printable(TEXT): with escapes for control characters and for bytes that are no UTF-8, as in the messages of the other tools.
# Runs with LC_ALL=C, so that a character is a byte.
function byte_of(c,   i) {
    if (!("a" in code_of)) for (i = 1; i < 256; i++) code_of[sprintf("%c", i)] = i
    return code_of[c]
}
function utf8_size(text, at,   first, second, size, i) { # bytes of the character at this place; 0 when it is none to print
    first = byte_of(substr(text, at, 1))
    if (first < 128) return first >= 32 && first != 127
    size = first >= 194 && first < 224 ? 2 : first >= 224 && first < 240 ? 3 : first >= 240 && first < 245 ? 4 : 0
    for (i = 1; i < size; i++) {
        second = byte_of(substr(text, at + i, 1))
        if (second < 128 || second >= 192) return 0
    }
    second = byte_of(substr(text, at + 1, 1))
    if (first == 194 && second < 160) return 0 # U+0080 to U+009F are control characters
    if (first == 224 && second < 160 || first == 237 && second >= 160 || first == 240 && second < 144 || first == 244 && second >= 144) return 0
    return size
}
function escape(c) { return c == "\n" ? "\\n" : c == "\t" ? "\\t" : c == "\r" ? "\\r" : sprintf("\\x%02x", byte_of(c)) }
function printable(text,   at, size, result) {
    for (at = 1; at <= length(text); at += size ? size : 1) {
        size = utf8_size(text, at)
        result = result (size ? substr(text, at, size) : escape(substr(text, at, 1)))
    }
    return result
}
function quoted(text) { # for gnuplot, in single quotes, where no line ends and nothing is a command
    text = printable(text)
    gsub(/'/, "'.\"'\".'", text)
    return "'" text "'"
}
