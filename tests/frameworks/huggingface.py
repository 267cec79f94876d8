# SPDX-License-Identifier: Apache-2.0
import sys

import torch
import transformers
import wattline

config = transformers.BertConfig(vocab_size=100, hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64)
model = transformers.BertForSequenceClassification(config)
data = [{"input_ids": torch.randint(100, (16,)), "labels": torch.randint(2, ())} for _ in range(320)]
settings = transformers.TrainingArguments("trained", num_train_epochs=2, per_device_train_batch_size=8, gradient_accumulation_steps=2,
                                          eval_strategy="epoch", save_strategy="no", report_to=[], disable_tqdm=True, use_cpu=True,
                                          logging_strategy="no")
trainer = transformers.Trainer(model, settings, train_dataset=data, eval_dataset=data[:32], callbacks=[wattline.huggingface(sys.argv[1])])
trainer.train()
print("steps", trainer.state.global_step, "epochs", int(trainer.state.epoch), "validation", 0)
