import { notFound } from '../github-refusal.ts';
import { answerPage } from '../list-page.ts';
import { ok, type Call, type Operation } from '../operation.ts';
import { nodeId } from '../present/to-owner.ts';
import { LICENSES } from '../present/to-repository.ts';

const HOURLY = 5_000;

export const licenseOperations: Operation[] = [
  {
    method: 'GET',
    path: '/licenses',
    run: (call) =>
      answerPage(call, '/licenses', Object.keys(LICENSES), (key) => toSimple(call, key)),
  },
  {
    method: 'GET',
    path: '/licenses/{license}',
    run: (call) => {
      const key = call.path['license'] ?? '';
      if (!Object.hasOwn(LICENSES, key)) throw notFound();
      return ok({
        ...toSimple(call, key),
        html_url: `https://choosealicense.com/licenses/${key}/`,
        description: '',
        implementation: '',
        permissions: [],
        conditions: [],
        limitations: [],
        body: `${LICENSES[key]?.name ?? ''}\n`,
        featured: true,
      });
    },
  },
  {
    method: 'GET',
    path: '/rate_limit',
    run: () => {
      const reset = Math.ceil(Date.now() / 1_000) + 3_600;
      const core = { limit: HOURLY, used: 1, remaining: HOURLY - 1, reset };
      const search = { limit: 30, used: 0, remaining: 30, reset };
      return ok({ resources: { core, search }, rate: core });
    },
  },
];

/** Schema `license-simple`. */
function toSimple({ at }: Call, key: string) {
  const { name = '', spdx = '' } = LICENSES[key] ?? {};
  const url = `${at.api}/licenses/${key}`;
  return { key, name, spdx_id: spdx, url, node_id: nodeId('License', 1) };
}
