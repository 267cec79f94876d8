#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# examples/text-arrays on texts of our own: its rows are those of a reference that is written another way, what it cannot
# read is named, and trainstep trains on its arrays.
set -euo pipefail
fail() { echo "$*" && exit 1; }
program=$SRC/examples/text-arrays
refuses() { # refuses STATUS MESSAGE ARGUMENT...
    local status=0
    "$program" "${@:3}" >printed 2>said || status=$?
    [ $status = "$1" ] || fail "status $status of $2: $(cat said)"
    grep -qF "text-arrays: $2" said || fail "does not say: $2: $(cat said)"
}

printf '%s\n' '[PAD]' '[UNK]' '[CLS]' '[SEP]' who what where when is does the a board watt '##s' run '##ning' train '##er' heat cafe \
    orin '.' ',' '?' '-' '(' ')' 15 '%' 電 '##n' nano s "'" >vocab.txt
cat >squad.json <<'END'
{"version": "v2.0", "data": [{"title": "t", "paragraphs": [
 {"context": "The Orin Nano (a board) runs a trainer at the Café; heat: 15 watts, 電 is 15%.",
  "qas": [{"question": "What runs?", "id": "1", "is_impossible": false, "answers": [{"text": "The Orin Nano", "answer_start": 0}]},
          {"question": "WHERE is the trainer running?", "id": "2", "is_impossible": false, "answers": [{"text": "Café", "answer_start": 46}]},
          {"question": "Who heats?", "id": "3", "is_impossible": true, "answers": [], "plausible_answers": [{"text": "heat", "answer_start": 52}]}]},
 {"context": "PADDING the end is the heat.",
  "qas": [{"question": "What is the end?", "id": "4", "answers": [{"text": "the heat", "answer_start": 19}, {"text": "heat", "answer_start": 23}]}]}]}]}
END
sed -i "s/PADDING/$(printf 'the board runs a train, %.0s' {1..40})/" squad.json
at=$(python3 -c 'import json; c = json.load(open("squad.json"))["data"][0]["paragraphs"][1]["context"]; print(c.rindex("the heat"))')
sed -i "s/\"answer_start\": 19/\"answer_start\": $at/; s/\"answer_start\": 23/\"answer_start\": $((at + 4))/" squad.json
"$program" questions --vocabulary vocab.txt --length 96 -o Q squad.json
"$program" questions --vocabulary vocab.txt --length 96 --stride 40 -o W squad.json
printf ' = Title = \n\n the heat of the board <unk> , the heat @-@ aware trainer \n' >wiki.txt
for _ in 1 2 3 4; do cat wiki.txt; done >wiki4.txt
"$program" words -o T wiki4.txt
"$program" words -o U --vocabulary T/words.txt wiki4.txt
cmp T/tokens.npy U/tokens.npy

cat >reference.py <<'END'
import ast, json, re, struct, unicodedata

def load(path):
    data = open(path, "rb").read()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    size = struct.unpack("<H", data[8:10])[0]
    assert (10 + size) % 64 == 0
    header = ast.literal_eval(data[10 : 10 + size].decode())
    assert header["descr"] == "<i8" and not header["fortran_order"], header
    values = struct.unpack(f"<{(len(data) - 10 - size) // 8}q", data[10 + size :])
    columns = header["shape"][1] if len(header["shape"]) == 2 else 1
    rows = [values[i : i + columns] for i in range(0, len(values), columns)]
    assert len(rows) == header["shape"][0]
    return rows

vocabulary = open("vocab.txt", encoding="utf-8").read().split("\n")[:-1]

def cut(word, start=True):  # recursion over the longest prefix; None where there is no piece
    if not word:
        return []
    for n in range(len(word), 0, -1):
        piece = word[:n] if start else "##" + word[:n]
        if piece in vocabulary:
            rest = cut(word[n:], False)
            return None if rest is None else [piece] + rest
    return None

def tokens(text):  # in one go over the whole text
    plain = "".join(c for c in unicodedata.normalize("NFD", text.lower()) if unicodedata.category(c) != "Mn")
    return [p for w in re.findall(r"[一-鿿]|[^\W一-鿿]+|[^\w\s]", plain) for p in cut(w) or ["[UNK]"]]

def where(whole, part):  # the last place of the answer's tokens
    return max(i for i in range(len(whole)) if whole[i : i + len(part)] == part)

def rows(length, stride):
    for paragraph in json.load(open("squad.json"))["data"][0]["paragraphs"]:
        context = tokens(paragraph["context"])
        for qa in paragraph["qas"]:
            asked, answer = tokens(qa["question"]), [tokens(a["text"]) for a in qa["answers"]][:1]
            room = length - len(asked) - 3
            starts = [0] + ([s for s in range(stride, len(context), stride) if s - stride + room < len(context)] if stride else [])
            for start in starts:
                part = context[start : start + room]
                row = ["[CLS]"] + asked + ["[SEP]"] + part + ["[SEP]"]
                first = last = 0
                if answer and where(context, answer[0]) >= start and where(context, answer[0]) + len(answer[0]) <= start + room:
                    first = where(context, answer[0]) - start + len(asked) + 2
                    last = first + len(answer[0]) - 1
                empty = length - len(row)
                yield ([vocabulary.index(t) for t in row] + [0] * empty, [1] * len(row) + [0] * empty,
                       [0] * (len(asked) + 2) + [1] * (len(part) + 1) + [0] * empty, first, last)

for folder, stride, count in (("Q", 0, 4), ("W", 40, None)):
    ids, mask, types, start, end = (load(f"{folder}/{name}.npy") for name in ("ids", "mask", "types", "start", "end"))
    wanted = list(rows(96, stride))
    assert len(ids) == len(wanted) and (count is None or len(ids) == count), (len(ids), len(wanted))
    for i, row in enumerate(wanted):
        got = (list(ids[i]), list(mask[i]), list(types[i]), start[i][0], end[i][0])
        assert got == row, f"{folder}, row {i}:\n{got}\nnot\n{row}"
    spans = [(s[0], e[0]) for s, e in zip(start, end)]
    if folder == "Q":
        assert spans[0] == (6, 8) and spans[1][0] == spans[1][1] > 0 and spans[2:] == [(0, 0), (0, 0)], spans
    else:  # a later row holds the answer that the cut context lacks
        assert len(ids) > 6 and spans[-1] != (0, 0), spans

text = [w for line in open("wiki4.txt") for w in line.split() + ["<eos>"]]
order = list(dict.fromkeys(text))
length = len(text) // 16
assert [list(r) for r in load("T/tokens.npy")] == [[order.index(w) for w in text[i * length : (i + 1) * length]] for i in range(16)]
assert open("T/words.txt").read().split("\n")[:-1] == order
END
python3 reference.py || fail "the rows differ from the reference"

refuses 64 'argument --length: 20 is not between 80 and 512' questions --vocabulary vocab.txt --length 20 -o R squad.json
refuses 64 'the following arguments are required: --vocabulary' questions -o R squad.json
sed 1,4d vocab.txt >vocab2.txt
refuses 65 'vocab2.txt: has no token [CLS]' questions --vocabulary vocab2.txt -o R squad.json
refuses 65 "wiki.txt: is not SQuAD's JSON" questions --vocabulary vocab.txt -o R wiki.txt
refuses 65 'wiki.txt: has too few words for 16 rows' words -o R wiki.txt
printf 'the\nheat\n' >some.txt
refuses 65 'wiki4.txt: the word = is not in some.txt, which has no <unk> either' words --vocabulary some.txt -o R wiki4.txt
refuses 74 'nowhere.txt: No such file or directory' words -o R nowhere.txt
printf '\xff\xfe' >bytes.txt
refuses 65 'bytes.txt: is not text in UTF-8' words -o R bytes.txt
[ ! -e R ] || fail "a refused text left a folder"

[ -x "$BIN/trainstep" ] || exit 0
trainstep bert --data Q --loader-only --batch 2 --columns images --no-header | paste -sd ' ' | grep -x '2 2' >/dev/null || fail "trainstep does not load Q"
trainstep lstm --data T --length 2 --vocabulary "$(wc -l <T/words.txt)" --max-steps 1 --batch 16 >/dev/null || fail "trainstep does not train on T"
