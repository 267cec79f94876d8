# SPDX-License-Identifier: Apache-2.0
"""write_model.py FILE: a language model of random numbers for llama.cpp, as GGUF version 3: the architecture `llama`, 4 layers
of 256 in half precision, 7 MB. Time and power of a model do not depend on what its weights mean.

Control and byte tokens get rows of zeros in the output, so that an answer does not end early and is valid UTF-8."""
import random
import struct
import sys

LAYERS, WIDTH, HIDDEN, HEADS, KEY_HEADS, WORDS = 4, 256, 768, 4, 2, 765
UINT32, INT32, FLOAT32, STRING, ARRAY = 4, 5, 6, 8, 9  # types of values
TENSOR_F32, TENSOR_F16 = 0, 1
NORMAL, UNKNOWN, CONTROL, BYTE = 1, 2, 3, 6  # types of tokens
ALIGNMENT = 32


def text(value):
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def array(kind, form, values):
    body = b"".join(text(v) for v in values) if kind == STRING else struct.pack(f"<{len(values)}{form}", *values)
    return ARRAY, struct.pack("<IQ", kind, len(values)) + body


def uint32(value):
    return UINT32, struct.pack("<I", value)


def vocabulary():
    special = [("<unk>", UNKNOWN), ("<s>", CONTROL), ("</s>", CONTROL)]
    return special + [(f"<0x{byte:02X}>", BYTE) for byte in range(256)] + [(f"\u2581w{n}", NORMAL) for n in range(WORDS)]


def metadata(tokens):
    return {
        "general.architecture": (STRING, text("llama")),
        "llama.block_count": uint32(LAYERS),
        "llama.context_length": uint32(2048),
        "llama.embedding_length": uint32(WIDTH),
        "llama.feed_forward_length": uint32(HIDDEN),
        "llama.attention.head_count": uint32(HEADS),
        "llama.attention.head_count_kv": uint32(KEY_HEADS),
        "llama.attention.layer_norm_rms_epsilon": (FLOAT32, struct.pack("<f", 1e-5)),
        "llama.vocab_size": uint32(len(tokens)),
        "tokenizer.ggml.model": (STRING, text("llama")),
        "tokenizer.ggml.tokens": array(STRING, "", [name for name, _ in tokens]),
        "tokenizer.ggml.scores": array(FLOAT32, "f", [-float(n) for n in range(len(tokens))]),
        "tokenizer.ggml.token_type": array(INT32, "i", [kind for _, kind in tokens]),
        "tokenizer.ggml.bos_token_id": uint32(1),
        "tokenizer.ggml.eos_token_id": uint32(2),
    }


def shapes(tokens):
    """Dimensions, the fastest first: inputs, outputs."""
    heads = KEY_HEADS * WIDTH // HEADS
    layer = {"attn_norm": (WIDTH,), "attn_q": (WIDTH, WIDTH), "attn_k": (WIDTH, heads), "attn_v": (WIDTH, heads),
             "attn_output": (WIDTH, WIDTH), "ffn_norm": (WIDTH,), "ffn_gate": (WIDTH, HIDDEN), "ffn_up": (WIDTH, HIDDEN),
             "ffn_down": (HIDDEN, WIDTH)}
    found = {"token_embd": (WIDTH, len(tokens)), "output_norm": (WIDTH,), "output": (WIDTH, len(tokens))}
    return found | {f"blk.{n}.{name}": shape for n in range(LAYERS) for name, shape in layer.items()}


def weights(name, shape, tokens):
    if len(shape) == 1:
        return TENSOR_F32, struct.pack(f"<{shape[0]}f", *[1.0] * shape[0])
    generator = random.Random(name)
    rows = []
    for row in range(shape[1]):
        silent = name == "output" and tokens[row][1] != NORMAL
        rows.append([0.0] * shape[0] if silent else [generator.gauss(0, shape[0] ** -0.5) for _ in range(shape[0])])
    return TENSOR_F16, b"".join(struct.pack(f"<{len(values)}e", *values) for values in rows)


def padded(data):
    return data + b"\0" * (-len(data) % ALIGNMENT)


def write(file):
    tokens = vocabulary()
    values, wanted = metadata(tokens), shapes(tokens)
    head = b"GGUF" + struct.pack("<IQQ", 3, len(wanted), len(values))
    head += b"".join(text(key) + struct.pack("<I", kind) + data for key, (kind, data) in values.items())
    body = b""
    for name, shape in wanted.items():
        kind, data = weights(name, shape, tokens)
        head += text(f"{name}.weight") + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, len(body))
        body += padded(data)
    file.write(padded(head) + body)


with open(sys.argv[1], "wb") as output:
    write(output)
