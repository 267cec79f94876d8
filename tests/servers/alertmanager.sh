#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The part of docs/fleet.md about alerts: a board that does not answer, the rules of share/prometheus in a real Prometheus, and a real
# Alertmanager, which mails the alert to a server of this test and posts it to another. Five minutes and the pauses are a second.
set -euo pipefail
. "$SRC/tests/servers/sweeps.bash"
. "$SRC/tests/servers/fleet.bash"
command -v prometheus >/dev/null || fail "prometheus is missing: make check-servers installs it"
pids=()
trap 'kill "${pids[@]}" 2>/dev/null || true; wait || true' EXIT
block email_configs | diff - <(grep -v '^#' "$SRC/share/prometheus/alertmanager.yml") || fail "the page has another alertmanager.yml"
agrees() { "$@" >messages 2>&1 || fail "$*: $(cat messages)"; }
agrees amtool check-config "$SRC/share/prometheus/alertmanager.yml"
block email_configs | sed '/name: lab/,$d' | cat - <(block webhook_configs) >hook.yml
agrees amtool check-config hook.yml

base=$((20000 + RANDOM % 12000)) # below those that the kernel gives to others
cat >receivers.py <<'PYTHON'
import http.server, socketserver, sys, threading

class Mail(socketserver.StreamRequestHandler):  # as little SMTP as a mail needs
    def handle(self):
        self.answer("220 test")
        for line in self.rfile:
            word = line.split(None, 1)[0].upper() if line.strip() else b""
            if word == b"DATA":
                self.answer("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                open("mail.txt", "ab").write(text)
            self.answer("221 bye" if word == b"QUIT" else "250 ok")
            if word == b"QUIT":
                return

    def answer(self, text):
        self.wfile.write((text + "\r\n").encode())

class Hook(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        open("posted.json", "ab").write(self.rfile.read(int(self.headers["Content-Length"])) + b"\n")
        self.send_response(200)
        self.end_headers()

port = int(sys.argv[1])
threading.Thread(target=socketserver.ThreadingTCPServer(("127.0.0.1", port), Mail).serve_forever, daemon=True).start()
http.server.HTTPServer(("127.0.0.1", port + 1), Hook).serve_forever()
PYTHON
python3 receivers.py $((base + 2)) 2>receivers.log &
pids+=($!)

# Both receivers of the page in one: the mail server has neither passwords nor TLS.
{
    block email_configs | sed "s/group_by.*/&\n  group_wait: 1s/; /auth_/d; s/smarthost: .*/smarthost: 127.0.0.1:$((base + 2))\n        require_tls: false/"
    block webhook_configs | sed "1d; s/:5001/:$((base + 3))/"
} >alertmanager.yml
agrees amtool check-config alertmanager.yml
prometheus-alertmanager --config.file=alertmanager.yml --storage.path="$PWD/alerts" --web.listen-address="127.0.0.1:$((base + 1))" \
    --cluster.listen-address= 2>alertmanager.log &
pids+=($!)
sed 's/for: .*/for: 1s/' "$SRC/share/prometheus/wattline.rules.yml" >wattline.rules.yml
sed "s/_interval: .*/_interval: 1s/; s/9093/$((base + 1))/; s/localhost/127.0.0.1/; s/targets: .'board.*/targets: ['127.0.0.1:$((base + 4))']/" \
    "$SRC/share/prometheus/prometheus.yml" >prometheus.yml # where nobody listens
agrees promtool check config prometheus.yml
prometheus --config.file=prometheus.yml --storage.tsdb.path="$PWD/data" --web.listen-address="127.0.0.1:$base" 2>prometheus.log &
pids+=($!)
within 90 grep -q "127.0.0.1:$((base + 4)) does not answer" posted.json
within 90 grep -q '^Subject: .*WattlineBoardDown' mail.txt
grep -q '^To: lab@example.org' mail.txt && grep -q "does not answer" mail.txt || fail "the mail: $(cat mail.txt)"
