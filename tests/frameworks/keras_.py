# SPDX-License-Identifier: Apache-2.0
import os
import sys

os.environ["KERAS_BACKEND"] = "torch"
import keras
import numpy
import wattline

model = keras.Sequential([keras.layers.Input((64,)), keras.layers.Dense(32, activation="relu"), keras.layers.Dense(4)])
model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
images, labels = numpy.random.rand(320, 64), numpy.random.randint(4, size=320)
model.fit(images, labels, batch_size=16, epochs=2, validation_split=0.1, verbose=0, callbacks=[wattline.keras(sys.argv[1])])
print("steps", int(model.optimizer.iterations.numpy()), "epochs", 2, "validation", 0)
