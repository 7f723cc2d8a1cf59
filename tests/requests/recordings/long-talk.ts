import type { RecordedTurn } from '../../setup/replay-conversation.ts';
import { edit } from './large.ts';
import { RUNS } from './recording.ts';

/** Areas of Asana's API, each with a tool that is rewritten and tried, and its arguments. */
const AREAS: [tag: string, tool: string, input: object][] = [
  ['Goals', 'getGoal', { goal_gid: '1' }],
  ['Portfolios', 'getPortfolio', { portfolio_gid: '1' }],
  ['Projects', 'getProject', { project_gid: '1' }],
  ['Sections', 'getSection', { section_gid: '1' }],
  ['Tasks', 'getTask', { task_gid: '1' }],
  ['Stories', 'getStory', { story_gid: '1' }],
  ['Users', 'getUser', { user_gid: '1' }],
];

/** A large import, then seven turns of reads, edits and trials. */
export const LONG_TALK: RecordedTurn[] = [
  {
    user: 'Import the attached description.',
    attach: ['tests/specs/asana-3.0.json'],
    steps: [
      {
        calls: [
          { call: 'import_document', input: { attachment: 'asana-3.0.json' }, gets: 'tools: 167' },
        ],
      },
      { sees: [RUNS], says: '167 tools are there.' },
    ],
  },
  ...AREAS.map(([tag, tool, input]) => ({
    user: `Look at ${tag}, and say of ${tool} when to use it`,
    steps: [
      {
        calls: [{ call: 'read_blueprint', input: { tags: [tag] }, gets: tool }],
      },
      {
        calls: [edit({ [tool]: `Gets one of ${tag} by its gid. Use it where the gid is known.` })],
      },
      {
        sees: [RUNS],
        calls: [
          { call: 'run_tool', input: { name: tool, arguments: input }, gets: 'isError: false' },
        ],
      },
      { says: `${tool} says when to use it, and works.` },
    ],
  })),
];
