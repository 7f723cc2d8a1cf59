import { maySee } from '../access.ts';
import { getOwner } from '../find-repository.ts';
import { invalid, refusal } from '../github-refusal.ts';
import { listPage } from '../list-page.ts';
import { requireActor, type Call, type Operation } from '../operation.ts';
import { toRepository } from '../present/to-repository.ts';
import type { Repository } from '../world.ts';

const PATH = '/search/repositories';
const MOST_FOUND = 1_000;
const LONGEST_WORDS = 256;

/** GitHub's search, as far as words in names, `user:`, `org:`, `in:name` and `fork:true` go. */
export const searchOperations: Operation[] = [{ method: 'GET', path: PATH, run: search }];

function search(call: Call) {
  const { world, query, at, actor } = call;
  const { words, owners } = readQuery(call);
  const found = Object.values(world.repositories)
    .filter(
      (each) =>
        (owners.length === 0 || owners.includes(each.owner.toLowerCase())) &&
        words.every((word) => each.name.toLowerCase().includes(word)) &&
        maySee(world, actor, each),
    )
    .toSorted(byUpdate);
  requireListed(query);
  const { items, headers } = listPage(call, PATH, found.slice(0, MOST_FOUND));
  return {
    status: 200,
    headers,
    body: {
      total_count: found.length,
      incomplete_results: false,
      items: items.map((each) => ({ ...toRepository(world, each, at, actor), score: 1 })),
    },
  };
}

function readQuery(call: Call): { words: string[]; owners: string[] } {
  const text = call.query.get('q') ?? '';
  if (text.trim() === '') throw invalid('Search', 'q', '', 'missing');
  const parts = text.split(/\s+/);
  const words = parts.filter((part) => !/^[a-z]+:/.test(part));
  if (words.join(' ').length > LONGEST_WORDS) {
    throw invalid('Search', 'q', 'The search is longer than 256 characters.', 'invalid');
  }
  const owners = parts.flatMap((part) => /^(?:user|org):(.+)$/.exec(part)?.[1] ?? []);
  if (owners.length > 0 && owners.every((owner) => getOwner(call.world, owner) === null)) {
    throw invalid(
      'Search',
      'q',
      'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
      'invalid',
    );
  }
  requireActor(call);
  return {
    words: words.map((word) => word.toLowerCase()),
    owners: owners.map((owner) => owner.toLowerCase()),
  };
}

/** A push is an update. */
function byUpdate(one: Repository, other: Repository): number {
  const [first, second] = [one, other].map(({ pushedAt, createdAt }) => pushedAt ?? createdAt);
  return (second ?? '').localeCompare(first ?? '');
}

function requireListed(query: URLSearchParams): void {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  if ((page - 1) * size >= MOST_FOUND) {
    throw refusal(422, 'Only the first 1000 search results are available');
  }
}
