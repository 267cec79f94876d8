# SPDX-License-Identifier: Apache-2.0
"""PyTorch's versions of trainstep's language models, written from the papers, with Hugging Face's names of parameters."""
import math

import torch
from torch import nn
from torch.nn import functional as F


class Matrix(nn.Module):
    """Hugging Face's Conv1D: a linear layer whose weight is [in, out]."""

    def __init__(self, i, o):
        super().__init__()
        self.weight, self.bias = nn.Parameter(torch.zeros(i, o)), nn.Parameter(torch.zeros(o))

    def forward(self, x):
        return x @ self.weight + self.bias


def causal(q, k, v):
    """Attention of [batch, heads, length, size] to what came before."""
    length = q.shape[2]
    later = torch.ones(length, length, dtype=torch.bool).triu(1)
    scores = (q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1])).masked_fill(later, -math.inf)
    return (scores.softmax(-1) @ v).transpose(1, 2).flatten(2)


def heads_of(x, size):
    return x.unflatten(-1, (-1, size)).transpose(1, 2)


def gpt2(vocabulary=60, width=48, layers=2, heads=4, context=32):
    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.c_attn, self.c_proj = Matrix(width, 3 * width), Matrix(width, width)

        def forward(self, x):
            return self.c_proj(causal(*(heads_of(part, width // heads) for part in self.c_attn(x).chunk(3, -1))))

    class Mlp(nn.Module):
        def __init__(self):
            super().__init__()
            self.c_fc, self.c_proj = Matrix(width, 4 * width), Matrix(4 * width, width)

        def forward(self, x):
            x = self.c_fc(x)
            return self.c_proj(0.5 * x * (1 + (math.sqrt(2 / math.pi) * (x + 0.044715 * x**3)).tanh()))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
            self.attn, self.mlp = Attention(), Mlp()

        def forward(self, x):
            x = x + self.attn(self.ln_1(x))
            return x + self.mlp(self.ln_2(x))

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.wte, self.wpe = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
            self.h, self.ln_f = nn.ModuleList(Block() for _ in range(layers)), nn.LayerNorm(width)

        def forward(self, tokens):
            x = self.wte(tokens) + self.wpe.weight[: tokens.shape[1]]
            for block in self.h:
                x = block(x)
            return self.ln_f(x)

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.transformer = Transformer()

        def forward(self, tokens):
            return (self.transformer(tokens) @ self.transformer.wte.weight.T).flatten(0, 1)

    return Model()


def llama(vocabulary=60, width=48, layers=2, heads=6, kv_heads=2, inner=256):
    size = width // heads

    class Norm(nn.Module):
        def __init__(self):
            super().__init__()
            self.weight = nn.Parameter(torch.ones(width))

        def forward(self, x):
            return self.weight * x / (x.square().mean(-1, keepdim=True) + 1e-5).sqrt()

    def turned(x):
        """Pairs of numbers as complex ones, turned by the angle of their place."""
        angles = torch.outer(torch.arange(x.shape[2]).float(), 1e4 ** (-torch.arange(0, size, 2) / size))
        pairs = torch.complex(*x.float().chunk(2, -1)) * torch.polar(torch.ones_like(angles), angles)
        return torch.cat([pairs.real, pairs.imag], -1).to(x.dtype)

    class Attention(nn.Module):
        def __init__(self):
            super().__init__()
            self.q_proj, self.o_proj = nn.Linear(width, width, False), nn.Linear(width, width, False)
            self.k_proj, self.v_proj = (nn.Linear(width, kv_heads * size, False) for _ in range(2))

        def forward(self, x):
            q, k, v = (heads_of(part(x), size) for part in (self.q_proj, self.k_proj, self.v_proj))
            k, v = (part.repeat_interleave(heads // kv_heads, 1) for part in (turned(k), v))
            return self.o_proj(causal(turned(q), k, v))

    class Mlp(nn.Module):
        def __init__(self):
            super().__init__()
            self.gate_proj, self.up_proj = (nn.Linear(width, inner, False) for _ in range(2))
            self.down_proj = nn.Linear(inner, width, False)

        def forward(self, x):
            return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.self_attn, self.mlp = Attention(), Mlp()
            self.input_layernorm, self.post_attention_layernorm = Norm(), Norm()

        def forward(self, x):
            x = x + self.self_attn(self.input_layernorm(x))
            return x + self.mlp(self.post_attention_layernorm(x))

    class Transformer(nn.Module):
        def __init__(self):
            super().__init__()
            self.embed_tokens, self.norm = nn.Embedding(vocabulary, width), Norm()
            self.layers = nn.ModuleList(Block() for _ in range(layers))

        def forward(self, tokens):
            x = self.embed_tokens(tokens)
            for block in self.layers:
                x = block(x)
            return self.norm(x)

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.model = Transformer()

        def forward(self, tokens):
            return (self.model(tokens) @ self.model.embed_tokens.weight.T).flatten(0, 1)

    return Model()
