import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import type { ChangeSetView, HeldItem } from '#app/builder/change-set/change-set.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';
import type { WorkspacePorts } from '#app/builder/tools/workspace-ports.ts';
import { approveChanges } from '#app/chat/changes/approve-changes.server.ts';
import { makeRealCall } from '#app/chat/changes/make-real-call.server.ts';
import type { DraftEnvironment } from '#app/drafts/draft-environment.ts';

import { quietPorts } from '../../setup/quiet-ports.ts';
import { edit, SMALL } from './open-workspace.ts';
import { OutsideWorld, SECRET } from './outside-world.ts';

/** What stands at every address. */
export const FETCHED = 'curl https://fetched.example.net/items/7';

/** A server whose API is called with a secret that has a value. */
export const START = edit(SMALL, {
  edit: 'setAuth',
  upstream: 'api',
  auth: [{ id: 'bearer', kind: 'bearer', secret: SECRET.name }],
  security: [['bearer']],
});

/** The draft of one conversation: every state that it had, as it was and as text. */
export class FuzzedDraft {
  blueprint: Blueprint = START;
  readonly world = new OutsideWorld();
  readonly points: { blueprint: Blueprint; text: string }[] = [];
  readonly environment: DraftEnvironment;
  /** Everything that the person has approved, as text. */
  approved = '';
  /** The server with what is held, where something is. */
  #whole: Blueprint = START;

  constructor(environment: DraftEnvironment) {
    this.environment = environment;
    this.#keep(START);
  }

  open(): Workspace {
    this.#whole = this.blueprint;
    return new Workspace(this.blueprint, this.#ports());
  }

  /** Decides on what a turn left to the person: some of it is approved, and made as the product makes it. */
  async decide(held: readonly HeldItem[], isChosen: readonly boolean[]): Promise<ChangeSetView> {
    const items = held.map((item, index) => ({ ...item, id: String(index + 1) }));
    const chosen = items.filter((_item, index) => isChosen[index % isChosen.length]);
    const view = { id: 'set', hash: 'hash', items, state: 'approved' as const };
    const before = this.blueprint;
    this.world.isApproving = true;
    this.approved += JSON.stringify(chosen);
    const made = await approveChanges(this.blueprint, chosen, this.#ports());
    if (!made.ok && this.blueprint !== before) throw new Error('It failed, and changed the draft.');
    const calls = made.ok ? chosen.filter(({ realCall }) => realCall !== undefined) : [];
    for (const item of calls) {
      const { answer } = await makeRealCall(item, this.blueprint, this.#ports());
      if (item.realCall) item.realCall = { ...item.realCall, answer };
    }
    this.world.isApproving = false;
    const shown = items.map(({ units: _units, call: _call, named: _named, ...shown }) => shown);
    return { ...view, items: shown, approved: made.ok ? chosen.map(({ id }) => id) : [] };
  }

  #keep(blueprint: Blueprint): void {
    this.blueprint = blueprint;
    this.points.push({ blueprint, text: JSON.stringify(blueprint) });
  }

  /** What stands at an address, if it is one that may be fetched. */
  #read(document: { url: string } | object): string | null {
    if ('text' in document && typeof document.text === 'string') return document.text;
    if (!('url' in document)) return null;
    this.world.fetched.push({ url: document.url, isApproved: this.world.isApproving });
    return FETCHED;
  }

  #ports(): WorkspacePorts {
    return {
      ...quietPorts(),
      importInto: async (previous, document, _report, only) => {
        const text = this.#read(document);
        if (text === null) return { ok: false, message: 'There is none.' };
        const options = { previous, isAddition: true, ...(only ? { only } : {}) };
        const imported = await importDocument(text, options);
        if (!imported.ok) return { ok: false, message: 'This is no document.' };
        return { ok: true, ...imported.value };
      },
      listOperations: async (document) => {
        const listed = await listDocument(this.#read(document) ?? '');
        return listed.ok ? { ok: true, ...listed.value } : { ok: false, message: 'No document.' };
      },
      setTitle: () => Promise.resolve(),
      settle: (made, safe) => {
        this.#keep(safe);
        this.#whole = made;
        return Promise.resolve([]);
      },
      readExits: () =>
        Promise.resolve({
          environment: this.environment,
          isSet: (name: string) => name === SECRET.name,
        }),
      runTool: (call, options) => this.world.run(this.#whole, call, options),
      listSecrets: (blueprint = this.#whole) => Promise.resolve(this.world.listSecrets(blueprint)),
      listPoints: () => this.points.map((_, index) => ({ number: index + 1, changed: [] })),
      loadPoint: (number) => Promise.resolve(this.points[number - 1]?.blueprint ?? null),
    };
  }
}
