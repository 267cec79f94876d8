# SPDX-License-Identifier: Apache-2.0
import sys

import lightning
import torch
import wattline


class Model(lightning.LightningModule):
    def __init__(self):
        super().__init__()
        self.net, self.count = torch.nn.Linear(64, 4), 0

    def training_step(self, batch, _):
        return torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1])

    validation_step = training_step

    def configure_optimizers(self):
        return torch.optim.SGD(self.parameters(), lr=0.01)


data = torch.utils.data.TensorDataset(torch.randn(320, 64), torch.randint(4, (320,)))
loader = torch.utils.data.DataLoader(data, batch_size=16)
trainer = lightning.Trainer(max_epochs=2, logger=False, enable_checkpointing=False, enable_model_summary=False, accelerator="cpu",
                            enable_progress_bar=False, accumulate_grad_batches=2, callbacks=[wattline.lightning(sys.argv[1])])
trainer.fit(Model(), loader, loader)
print("steps", trainer.global_step, "epochs", trainer.current_epoch, "validation", 3)  # one of them before the training
