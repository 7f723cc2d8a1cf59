// Installs what a fresh clone lacks, and is silent if nothing does. Runs on the machine's own Node (20 or
// newer), before any package is installed.
import { spawn, spawnSync } from 'node:child_process';
import { constants, copyFileSync, existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

import { CHROMIUM, installedNode, outerEnvironment, ROOT, wantedNode } from './toolchain.mjs';

const OLDEST_NODE = 20;

/** Ends with one sentence: what is missing, and what to do. */
function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

function run(command, args, cwd) {
  const windows = process.platform === 'win32';
  const env = outerEnvironment();
  return spawnSync(command, args, { cwd, env, stdio: 'inherit', shell: windows }).status === 0;
}

/** npm records what it installed in a hidden lock file, which must match the lock file. */
function isInstalled(folder) {
  const hidden = path.join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(hidden)) return false;
  const wanted = JSON.parse(readFileSync(path.join(folder, 'package-lock.json'), 'utf8')).packages;
  const found = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  return Object.entries(wanted).every(
    ([place, { version, optional, devOptional }]) =>
      place === '' || optional || devOptional || found[place]?.version === version,
  );
}

/** In parallel: most of each is waiting for the network. */
async function install(folders) {
  const missing = folders.filter((folder) => !isInstalled(folder));
  const installed = await Promise.all(missing.map(installOne));
  if (installed.includes(false)) process.exit(1);
}

async function installOne(folder) {
  const place = path.relative(ROOT, folder) || 'the project';
  console.log(`Installing the packages of ${place} …`);
  const args = ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'];
  const child = spawn('npm', [...args, '--loglevel=error'], {
    cwd: folder,
    env: outerEnvironment(),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', resolve);
  });
  if (code === 0) return true;
  console.error(`The packages of ${place} could not be installed: npm's message above says why.`);
  return false;
}

/** Install scripts may be disabled on this machine: then we run that of the `node` package. */
function installNode() {
  const wanted = wantedNode();
  if (installedNode() === wanted) return;
  const installer = path.join(ROOT, 'node_modules', 'node');
  run(process.execPath, ['installArchSpecificPackage.js'], installer);
  const link = path.join(ROOT, 'node_modules', '.bin', 'node');
  if (!existsSync(link)) symlinkSync(path.join('..', 'node', 'bin', 'node'), link);
  if (installedNode() === wanted) return;
  fail(
    `Node ${wanted} is missing: its package's install script did not bring it. ` +
      'Allow install scripts (npm config set ignore-scripts false) and run npm rebuild node.',
  );
}

/** Every variable in the example has a safe value, so a copy works. */
function copyVariables() {
  const target = path.join(ROOT, '.dev.vars');
  if (existsSync(target)) return;
  copyFileSync(path.join(ROOT, '.dev.vars.example'), target, constants.COPYFILE_EXCL);
}

function installChromium() {
  if (existsSync(CHROMIUM)) return;
  const canInstall = existsSync('/usr/bin/apt-get') && process.getuid?.() === 0;
  if (canInstall && !process.env.CHROMIUM_PATH) {
    console.log('Installing chromium …');
    const args = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
    if (run('apt-get', args, ROOT)) return;
    if (run('apt-get', ['update', '-qq'], ROOT) && run('apt-get', args, ROOT)) return;
  }
  fail(
    `The browser tests need Chromium at ${CHROMIUM}: install it there, ` +
      'or name its place in the variable CHROMIUM_PATH.',
  );
}

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  fail(`Node ${process.versions.node} is too old: ${OLDEST_NODE} or newer is needed.`);
}
const isForTests = process.argv.includes('--tests');
const parts = ['emulator'];
if (isForTests)
  parts.push('inspector', 'conformance/suite', 'corpus/packages', 'tester/servers/packages');
if (process.argv.includes('--bench')) {
  parts.push(
    'bench/peers',
    'bench/throughput',
    'bench/verify',
    'bench/lighthouse',
    'corpus/packages',
  );
}
await install([ROOT, ...parts.map((part) => path.join(ROOT, 'tests', part))]);
installNode();
copyVariables();
if (isForTests) installChromium();
