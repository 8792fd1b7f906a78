#!/usr/bin/env bash
# Publishes every example on a development chain: examples/publish-all.sh [options of chainnode code publish, such as --rpc URL]
#
# The contracts name the first account of a development chain as their writer. Its private key is public.
set -euo pipefail
cd "$(dirname "$0")"
for contract in */contract.ts; do
  chainnode code publish "$contract" --yes "$@"
done
