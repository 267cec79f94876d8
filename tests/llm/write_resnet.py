# SPDX-License-Identifier: Apache-2.0
"""write_resnet.py FILE: ResNet-18 with random weights for ONNX Runtime. Batch normalization is part of the convolutions, as where
a trained network is exported. Time and power of a model do not depend on what its weights mean."""
import sys

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

nodes, weights, generator = [], [], numpy.random.default_rng(1)


def add(kind, inputs, **attributes):
    output = f"{kind}{len(nodes)}"
    nodes.append(helper.make_node(kind, inputs, [output], **attributes))
    return output


def weight(name, *shape):
    values = generator.normal(0, numpy.prod(shape[1:]) ** -0.5, shape).astype(numpy.float32)
    weights.append(numpy_helper.from_array(values, name))
    return name


def convolution(value, inputs, outputs, side, stride=1):
    name = f"convolution{len(nodes)}"
    return add("Conv", [value, weight(f"{name}.weight", outputs, inputs, side, side), weight(f"{name}.bias", outputs)],
               kernel_shape=[side, side], strides=[stride, stride], pads=[side // 2] * 4)


def block(value, inputs, outputs, stride):
    kept = value if stride == 1 and inputs == outputs else convolution(value, inputs, outputs, 1, stride)
    value = add("Relu", [convolution(value, inputs, outputs, 3, stride)])
    return add("Relu", [add("Add", [convolution(value, outputs, outputs, 3), kept])])


value = add("Relu", [convolution("images", 3, 64, 7, 2)])
value = add("MaxPool", [value], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1])
for inputs, outputs, stride in (64, 64, 1), (64, 128, 2), (128, 256, 2), (256, 512, 2):
    value = block(block(value, inputs, outputs, stride), outputs, outputs, 1)
value = add("Flatten", [add("GlobalAveragePool", [value])])
nodes.append(helper.make_node("Gemm", [value, weight("last.weight", 1000, 512), weight("last.bias", 1000)], ["classes"], transB=1))
graph = helper.make_graph(nodes, "resnet18", [helper.make_tensor_value_info("images", TensorProto.FLOAT, [1, 3, 224, 224])],
                          [helper.make_tensor_value_info("classes", TensorProto.FLOAT, [1, 1000])], weights)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
onnx.checker.check_model(model)
onnx.save(model, sys.argv[1])
