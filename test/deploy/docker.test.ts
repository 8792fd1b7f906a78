import { expect } from "chai";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS, settingToVariable } from "../../src/cli/config/settings.js";
import { DOCKER, readDockerfile, wordsOf } from "./dockerfile.js";

describe("deploy/docker/Dockerfile (the rules of hadolint)", () => {
  const stages = readDockerfile();
  const [build = [], run = []] = stages;

  it("has two stages on images with a version (DL3006, DL3007)", () => {
    expect(stages).to.have.length(2);
    const images = stages.map(([from]) => from?.words ?? "");
    // Without "-slim": where SQLite's binding cannot be downloaded, it is compiled.
    expect(images[0]).to.match(/^node:[0-9]+ AS build$/);
    expect(images[1]).to.match(/^gcr\.io\/distroless\/nodejs[0-9]+-debian[0-9]+:nonroot$/);
  });

  it("copies and never adds, into absolute or declared directories, from a stage that exists (DL3000, DL3020, DL3022)", () => {
    const all = stages.flat();
    expect(wordsOf(all, "ADD")).to.deep.equal([]);
    for (const directory of wordsOf(all, "WORKDIR")) expect(directory).to.match(/^\//);
    for (const copy of wordsOf(run, "COPY")) expect(copy).to.match(/^--from=build .* \/[a-z]+$/);
  });

  it("runs one command in each step, without sudo, apt or a pipe (DL3003, DL3004, DL4006)", () => {
    expect(wordsOf(run, "RUN")).to.deep.equal([]);
    for (const step of wordsOf(build, "RUN")) expect(step).to.not.match(/\b(cd|sudo|apt|apt-get)\b|[|;&]/);
  });

  it("does not run as root, keeps its data in one volume, and is stopped by SIGTERM (DL3002)", () => {
    expect(wordsOf(run, "USER")).to.deep.equal(["65532"]);
    expect(wordsOf(run, "VOLUME")).to.deep.equal(['["/data"]']);
    expect(wordsOf(run, "STOPSIGNAL")).to.deep.equal(["SIGTERM"]);
  });

  it("has one health check, entry point and command, which need no shell (DL3012, DL3025, DL4003, DL4004)", () => {
    const health = wordsOf(run, "HEALTHCHECK").map((words) => words.slice(words.indexOf("CMD ") + 4));
    for (const words of [health, wordsOf(run, "ENTRYPOINT"), wordsOf(run, "CMD")]) {
      expect(words).to.have.length(1);
      expect(JSON.parse(words[0] ?? "")).to.be.an("array");
    }
  });
});

describe("deploy/docker/compose.yaml", () => {
  const compose = readFileSync(join(DOCKER, "compose.yaml"), "utf8");
  const nodes = Array.from(compose.matchAll(/^ {2}(node[0-9]):$/gm), ([, name]) => name);

  it("has four nodes, each with a volume of its own, and Prometheus asks each", () => {
    expect(nodes).to.deep.equal(["node1", "node2", "node3", "node4"]);
    const prometheus = readFileSync(join(DOCKER, "prometheus.yml"), "utf8");
    const template = readFileSync(join(DOCKER, "template.toml"), "utf8");
    for (const node of nodes) {
      expect(compose).to.include(`["${node}:/data"]`).and.include(`CHAINNODE_PUBLIC_HOST: "${node}:9900"`);
      expect(prometheus).to.include(`"${node}:9901"`);
      expect(template).to.include(`"${node}:9900"`);
    }
  });

  it("sets only settings that exist, and mounts only files that exist", () => {
    const names = new Set(SETTINGS.map(({ name }) => settingToVariable(name)));
    const set = compose.match(/CHAINNODE_[A-Z_]+/g) ?? [];
    expect(set).to.have.length.greaterThan(nodes.length);
    for (const name of set) expect(names).to.include(name);
    const files = Array.from(compose.matchAll(/(?:- |file: )(\.{1,2}\/[^: }]+)/g), ([, file = ""]) => file);
    expect(files).to.have.length(6);
    for (const file of files) expect(existsSync(join(DOCKER, file)), file).to.equal(true);
  });

  it("publishes its ports on this machine only", () => {
    for (const [, ports = ""] of compose.matchAll(/ports: (\[.*\])/g))
      for (const port of JSON.parse(ports) as readonly string[]) expect(port).to.match(/^127\.0\.0\.1:/);
  });
});
