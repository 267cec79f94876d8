// SPDX-License-Identifier: GPL-2.0 OR MIT
/* The file system that the firmware serves to bpmp-debugfs: /clk/NAME/FILE. */
#include <linux/kernel.h>
#include <linux/string.h>

#include "sim-firmware.h"

struct file {
	const char *name;
	size_t field;
	bool writable;
};
#define FIELD(n, member, w) { .name = n, .field = offsetof(struct clock, member), .writable = w }
static const struct file files[] = {
	FIELD("rate", rate, true), FIELD("min_rate", min, false), FIELD("max_rate", max, false),
	FIELD("mrq_rate_locked", locked, true), FIELD("state", enabled, true),
};

static struct handle {
	bool used, for_write;
	struct clock *clock;
	const struct file *file;
	char text[512];
	u32 length, position;
} handles[8];

/* Directory listings are pairs of attributes and name; see bpmpfs_rd_dir() in bpmp-debugfs.c. */
static void list_entry(struct handle *h, u32 attributes, const char *name)
{
	memcpy(h->text + h->length, &attributes, sizeof(attributes));
	strcpy(h->text + h->length + sizeof(attributes), name);
	h->length += sizeof(attributes) + strlen(name) + 1;
}

static void list_files(struct handle *h)
{
	const struct file *file;

	for (file = files; file < files + ARRAY_SIZE(files); file++)
		list_entry(h, DEBUGFS_S_IRUSR | (file->writable ? DEBUGFS_S_IWUSR : 0), file->name);
}

static void list_clocks(struct handle *h)
{
	int i;

	for (i = 0; i < clock_count; i++)
		list_entry(h, DEBUGFS_S_ISDIR, clocks[i].name);
}

static int find_clock(struct handle *h, const char *name)
{
	int i;

	for (i = 0; i < clock_count; i++)
		if (!strcmp(clocks[i].name, name))
			h->clock = &clocks[i];
	return h->clock ? 0 : -ENOENT;
}

static u64 *value_of(const struct handle *h)
{
	return (u64 *)((char *)h->clock + h->file->field);
}

static int find_file(struct handle *h, const char *name)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(files); i++)
		if (!strcmp(files[i].name, name))
			h->file = &files[i];
	if (!h->file)
		return -ENOENT;
	if (h->for_write && !h->file->writable)
		return -EACCES;
	h->length = sprintf(h->text, "%llu\n", *value_of(h));
	return 0;
}

static const char *next_part(char **path)
{
	char *part;

	do
		part = strsep(path, "/");
	while (part && !*part);
	return part;
}

static int resolve(struct handle *h, char *path)
{
	const char *part = next_part(&path);
	int error;

	if (!part) {
		list_entry(h, DEBUGFS_S_ISDIR, "clk");
		return 0;
	}
	if (strcmp(part, "clk"))
		return -ENOENT;
	part = next_part(&path);
	if (!part) {
		list_clocks(h);
		return 0;
	}
	error = find_clock(h, part);
	if (error)
		return error;
	part = next_part(&path);
	if (part)
		return find_file(h, part);
	list_files(h);
	return 0;
}

static int open_file(const char *name, bool for_write, struct cmd_debug_fopen_response *response)
{
	char path[DEBUG_FNAME_MAX_SZ];
	int fd, error;

	for (fd = 1; fd < ARRAY_SIZE(handles) && handles[fd].used; fd++)
		;
	if (fd == ARRAY_SIZE(handles))
		return -ENFILE;
	handles[fd] = (struct handle){ .for_write = for_write };
	strscpy(path, name, sizeof(path));
	error = resolve(&handles[fd], path);
	if (error)
		return error;
	handles[fd].used = true;
	response->fd = fd;
	response->datalen = for_write ? sizeof(handles[fd].text) : handles[fd].length;
	return 0;
}

static struct handle *handle_of(u32 fd)
{
	return fd < ARRAY_SIZE(handles) && handles[fd].used ? &handles[fd] : NULL;
}

static int read_file(u32 fd, struct cmd_debug_fread_response *response)
{
	struct handle *h = handle_of(fd);

	if (!h)
		return -EBADF;
	response->readlen = min_t(u32, DEBUG_READ_MAX_SZ, h->length - h->position);
	memcpy(response->data, h->text + h->position, response->readlen);
	h->position += response->readlen;
	return 0;
}

static int write_file(u32 fd, const char *data, u32 length)
{
	struct handle *h = handle_of(fd);
	char text[64] = "";
	u64 value;

	if (!h || !h->file)
		return -EBADF;
	if (length >= sizeof(text))
		return -EINVAL;
	memcpy(text, data, length);
	if (kstrtoull(strim(text), 0, &value))
		return -EINVAL;
	if (!strcmp(h->file->name, "rate")) {
		if (value < h->clock->min || value > h->clock->max)
			return -EINVAL;
		value = round_up_rate(h->clock, value);
	}
	*value_of(h) = value;
	return 0;
}

int answer_debug(const struct mrq_debug_request *q, struct mrq_debug_response *r)
{
	switch (q->cmd) {
	case CMD_DEBUG_OPEN_RO:
	case CMD_DEBUG_OPEN_WO:
		return open_file(q->fop.name, q->cmd == CMD_DEBUG_OPEN_WO, &r->fop);
	case CMD_DEBUG_READ:
		return read_file(q->frd.fd, &r->frd);
	case CMD_DEBUG_WRITE:
		return write_file(q->fwr.fd, q->fwr.data, q->fwr.datalen);
	case CMD_DEBUG_CLOSE:
		if (handle_of(q->fcl.fd))
			handles[q->fcl.fd].used = false;
		return 0;
	}
	return -EINVAL;
}
