#!/usr/bin/env bash
# Brings the project to networks, one after the other: examples/ci/deploy.sh test main
#
# A key with a password needs the file of the password in DEPLOY_PASSWORD_FILE. The script may be ended at any time and
# run again, also while another job runs it.
set -euo pipefail
cd "$(dirname "$0")"

options=(--yes)
if [[ -n "${DEPLOY_PASSWORD_FILE:-}" ]]; then
  options+=(--password-file "$DEPLOY_PASSWORD_FILE")
fi

for network in "$@"; do
  status=0
  chainnode deploy plan "$network" || status=$?
  case $status in
    0) echo "$network: nothing to do" ;;
    2) chainnode deploy apply "$network" "${options[@]}" ;;
    *) exit "$status" ;;
  esac
  chainnode deploy verify "$network"
done
