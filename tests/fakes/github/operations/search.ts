import { maySee } from '../access.ts';
import { getOwner } from '../find-repository.ts';
import { refusal } from '../github-refusal.ts';
import { listPage } from '../list-page.ts';
import type { Call, Operation } from '../operation.ts';
import { toRepository } from '../present/to-repository.ts';
import type { Repository } from '../world.ts';

import { sortRepositories } from './repositories.ts';

const MOST_RESULTS = 1_000;
const LONGEST_QUERY = 256;

export const searchOperations: Operation[] = [
  {
    method: 'GET',
    path: '/search/repositories',
    run: (call) => {
      const matches = search(call);
      const page = Number(call.query.get('page') ?? 1);
      const size = Number(call.query.get('per_page') ?? 30);
      if ((page - 1) * size >= MOST_RESULTS) {
        throw refusal(422, 'Only the first 1000 search results are available');
      }
      const shown = matches.slice(0, MOST_RESULTS);
      const { items, headers } = listPage(call, '/search/repositories', shown);
      const found = items.map((each) => ({
        ...toRepository(call.world, each, call.at, call.actor),
        score: 1,
      }));
      const body = { total_count: matches.length, incomplete_results: false, items: found };
      return { status: 200, body, headers };
    },
  },
];

interface Wanted {
  words: string[];
  owners: string[];
  isPrivate: boolean | null;
  isArchived: boolean | null;
}

function search(call: Call): Repository[] {
  const text = call.query.get('q') ?? '';
  if (text.trim() === '' || text.length > LONGEST_QUERY) {
    throw refusal(422, 'Validation Failed', {
      errors: [{ resource: 'Search', field: 'q', code: text === '' ? 'missing' : 'invalid' }],
    });
  }
  const wanted = readQuery(text);
  const known = wanted.owners.filter((login) => getOwner(call.world, login) !== null);
  if (wanted.owners.length > 0 && known.length === 0) {
    throw refusal(422, 'Validation Failed', {
      errors: [
        {
          message:
            'The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.',
          resource: 'Search',
          field: 'q',
          code: 'invalid',
        },
      ],
    });
  }
  const found = Object.values(call.world.repositories).filter(
    (each) => isWanted(each, wanted) && maySee(call.world, call.actor, each),
  );
  const order = new URLSearchParams({ direction: call.query.get('order') ?? 'desc' });
  order.set('sort', call.query.get('sort') === 'updated' ? 'pushed' : 'full_name');
  if (order.get('sort') === 'full_name') order.set('direction', 'asc');
  return sortRepositories(order, found, 'full_name');
}

function readQuery(text: string): Wanted {
  const wanted: Wanted = { words: [], owners: [], isPrivate: null, isArchived: null };
  for (const part of text.match(/\S+:"[^"]*"|"[^"]*"|\S+/g) ?? []) {
    const [, name, value = ''] =
      /^(user|org|is|archived|in|fork|visibility):(.*)$/.exec(part) ?? [];
    if (name === undefined) wanted.words.push(part.replaceAll('"', '').toLowerCase());
    else if (name === 'user' || name === 'org') wanted.owners.push(value.toLowerCase());
    else if (name === 'archived') wanted.isArchived = value === 'true';
    else if (value === 'private') wanted.isPrivate = true;
    else if (value === 'public') wanted.isPrivate = false;
  }
  return wanted;
}

function isWanted(
  repository: Repository,
  { words, owners, isPrivate, isArchived }: Wanted,
): boolean {
  const text = `${repository.name} ${repository.description ?? ''}`.toLowerCase();
  return (
    (owners.length === 0 || owners.includes(repository.owner.toLowerCase())) &&
    (isPrivate === null || repository.isPrivate === isPrivate) &&
    (isArchived === null || repository.isArchived === isArchived) &&
    words.every(
      (word) =>
        text.includes(word) || `${repository.owner}/${repository.name}`.toLowerCase() === word,
    )
  );
}
