import type { Repository } from '../world.ts';

import { readObject, writeObject } from './git-objects.ts';

/** Who did something when; the date is ISO 8601, in UTC. */
export interface Signature {
  name: string;
  email: string;
  date: string;
}

export interface Commit {
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export function writeCommit(repository: Repository, commit: Commit): string {
  const lines = [
    `tree ${commit.tree}`,
    ...commit.parents.map((parent) => `parent ${parent}`),
    `author ${writeSignature(commit.author)}`,
    `committer ${writeSignature(commit.committer)}`,
  ];
  return writeObject(repository, 'commit', Buffer.from(`${lines.join('\n')}\n\n${commit.message}`));
}

/** Angle brackets and line ends would break the line; git drops them, too. */
const clean = (text: string) => text.replace(/[<>\n\0]/g, '').trim();

function writeSignature({ name, email, date }: Signature): string {
  return `${clean(name)} <${clean(email)}> ${Math.floor(Date.parse(date) / 1_000)} +0000`;
}

export function readCommit(repository: Repository, sha: string): Commit | null {
  const text = readObject(repository, sha, 'commit')?.toString('utf8');
  if (text === undefined) return null;
  const end = text.indexOf('\n\n');
  const commit: Commit = {
    tree: '',
    parents: [],
    author: { name: '', email: '', date: '' },
    committer: { name: '', email: '', date: '' },
    message: text.slice(end + 2),
  };
  for (const line of text.slice(0, end).split('\n')) {
    const value = line.slice(line.indexOf(' ') + 1);
    if (line.startsWith('tree ')) commit.tree = value;
    if (line.startsWith('parent ')) commit.parents.push(value);
    if (line.startsWith('author ')) commit.author = readSignature(value);
    if (line.startsWith('committer ')) commit.committer = readSignature(value);
  }
  return commit;
}

function readSignature(text: string): Signature {
  const [, name = '', email = '', seconds = '0'] = /^(.*) <(.*)> (\d+) /.exec(text) ?? [];
  return { name, email, date: `${new Date(Number(seconds) * 1_000).toISOString().slice(0, 19)}Z` };
}

/** A commit and all before it, the newest first; each once. */
export function listHistory(repository: Repository, sha: string): string[] {
  const seen = new Set<string>();
  const waiting = [sha];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const commit = seen.has(next) ? null : readCommit(repository, next);
    if (commit === null) continue;
    seen.add(next);
    waiting.push(...commit.parents);
  }
  return [...seen];
}

/** Whether a commit has another one in its history; it has itself. */
export function descendsFrom(repository: Repository, sha: string, ancestor: string): boolean {
  return listHistory(repository, sha).includes(ancestor);
}

/** The newest commit that two have in common; null: none. */
export function findMergeBase(repository: Repository, one: string, other: string): string | null {
  const known = new Set(listHistory(repository, one));
  return listHistory(repository, other).find((sha) => known.has(sha)) ?? null;
}
