# SPDX-License-Identifier: Apache-2.0
"""The tokenizer of BERT (Devlin et al. 2019) for text-arrays: words are cut at blanks, punctuation and Chinese characters,
then into the longest pieces that the vocabulary has. Each piece knows which characters of the text it stands for. Debian
has no package of it, and the libraries that have one cannot be installed on every board."""
import unicodedata

LONGEST_WORD = 100


def is_punctuation(char):
    code = ord(char)
    ascii_symbol = 33 <= code <= 47 or 58 <= code <= 64 or 91 <= code <= 96 or 123 <= code <= 126
    return ascii_symbol or unicodedata.category(char).startswith("P")


def is_chinese(char):
    code = ord(char)
    ranges = ((0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F), (0x2B740, 0x2B81F),
              (0x2B820, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F))
    return any(low <= code <= high for low, high in ranges)


def is_left_out(char):
    return char in "\0\ufffd" or (unicodedata.category(char) in ("Cc", "Cf") and char not in "\t\n\r")


class WordPiece:
    def __init__(self, vocabulary, lowers):
        self.numbers = {piece: number for number, piece in enumerate(vocabulary)}
        self.lowers = lowers
        self.first, self.separator, self.unknown = (self.numbers[piece] for piece in ("[CLS]", "[SEP]", "[UNK]"))

    def normalized(self, text):
        """(character, its place in the text), without accents and in small letters if wanted."""
        for place, char in enumerate(text):
            if is_left_out(char):
                continue
            parts = unicodedata.normalize("NFD", char.lower()) if self.lowers else char
            for part in parts:
                if not self.lowers or unicodedata.category(part) != "Mn":
                    yield part, place

    def words(self, text):
        word = []
        for char, place in self.normalized(text):
            alone = is_punctuation(char) or is_chinese(char)
            if (alone or char.isspace()) and word:
                yield word
                word = []
            if alone:
                yield [(char, place)]
            elif not char.isspace():
                word.append((char, place))
        if word:
            yield word

    def longest(self, word, begin):
        for end in range(len(word), begin, -1):
            piece = ("##" if begin else "") + "".join(char for char, _ in word[begin:end])
            if piece in self.numbers:
                return end, self.numbers[piece]
        return None

    def pieces(self, text):
        """(number, place of its first character, place behind its last one) of each piece."""
        found = []
        for word in self.words(text):
            pieces, begin = [], 0
            while begin < len(word) <= LONGEST_WORD:
                match = self.longest(word, begin)
                if match is None:
                    break
                pieces.append((match[1], word[begin][1], word[match[0] - 1][1] + 1))
                begin = match[0]
            whole = begin == len(word)
            found += pieces if whole else [(self.unknown, word[0][1], word[-1][1] + 1)]
        return found
