import type { RecordedCall } from '../../setup/replay-conversation.ts';
import { RUNS, TOO_LONG, type Recording } from './recording.ts';

export const LARGE_PASTED: Recording = {
  id: 'large-pasted',
  turns: [
    [
      {
        sees: ['import_document {"attachment": "pasted text 1"}'],
        calls: [
          {
            call: 'import_document',
            input: { attachment: 'pasted text 1' },
            gets: /\ntools: 101\n/,
          },
        ],
      },
      { sees: [TOO_LONG], says: 'It has 101 tools; say what you need most, and I keep those.' },
    ],
  ],
};

/** Descriptions of many tools, in one call. */
export const edit = (descriptions: Record<string, string>): RecordedCall => ({
  call: 'edit_tools',
  input: {
    edits: Object.entries(descriptions).map(([name, description]) => ({ name, description })),
  },
  gets: /ha(?:s|ve) another description\./,
});

/** The ten tools that show what runs, with when to use them. */
const RUNNING = {
  ContainerList: 'Lists containers. Use it first, to find the container that is asked about.',
  ContainerInspect: 'Gets all that is known of one container. Use it to see how it was started.',
  ContainerLogs: 'Gets the last lines that a container wrote. Use it to find out why it broke.',
  ContainerStats: 'Gets memory and processor of a container. Use it where something is slow.',
  ContainerTop: 'Lists the processes of a container. Use it to see what is busy in there.',
  ImageList: 'Lists the images. Use it to see which version a container was made of.',
  NetworkList: 'Lists the networks. Use it where one container does not reach another.',
  SystemInfo: 'Gets the state of the host. Use it where many containers have trouble.',
  SystemVersion: 'Gets the version of the engine. Use it before you look up a known fault.',
  VolumeList: 'Lists the volumes. Use it where stored files are missing.',
};

export const BEST_TEN: Recording = {
  id: 'best-ten',
  turns: [
    [
      {
        calls: [
          {
            call: 'import_document',
            input: { attachment: 'docker-engine-2.0.yaml' },
            gets: /\ntools: 108\n/,
          },
          {
            call: 'set_upstream',
            input: { baseUrl: 'https://docker.example.com/v1.56' },
            gets: 'docker.example.com/v1.56',
          },
        ],
      },
      { sees: [TOO_LONG], says: '108 tools are there.' },
    ],
    [
      {
        sees: ['Container (', 'ContainerList'],
        calls: [
          {
            call: 'search_operations',
            input: { find: 'container logs processes', methods: ['GET'] },
            gets: ['ContainerLogs', 'ContainerTop'],
          },
        ],
      },
      {
        calls: [
          {
            call: 'select_tools',
            input: { action: 'keep', names: Object.keys(RUNNING) },
            gets: '10 tools stay, 98 are removed',
          },
        ],
      },
      { sees: [RUNS], says: 'Ten tools that only read are left.' },
    ],
    [
      { sees: ['ContainerTop'], calls: [edit(RUNNING)] },
      { sees: [RUNS], says: 'Each description says when to use the tool.' },
    ],
  ],
};

export const READS_OF_MANY: Recording = {
  id: 'reads-of-many',
  turns: [
    [
      {
        calls: [
          {
            call: 'search_operations',
            input: {
              attachment: 'sendgrid-2.0.json',
              methods: ['GET'],
              paths: ['/templates', '/**/stats'],
            },
            gets: ['/templates/{template_id}', '/browsers/stats'],
          },
        ],
      },
      {
        calls: [
          {
            call: 'import_document',
            input: {
              attachment: 'sendgrid-2.0.json',
              only: {
                methods: ['GET'],
                paths: [
                  '/templates',
                  '/stats',
                  '/categories/stats',
                  '/geo',
                  '/devices',
                  '/clients',
                  '/mailbox_providers',
                  '/browsers',
                ],
              },
            },
            gets: /\ntools: 1[0-6]\n/,
          },
        ],
      },
      { sees: [RUNS], says: 'The server reads templates and statistics, and nothing else.' },
    ],
    [
      {
        calls: [
          {
            call: 'read_blueprint',
            input: { names: ['GET /browsers/stats'], detail: 'full' },
            gets: '/browsers/stats',
          },
        ],
      },
      { says: 'You would not see which browsers your mails are opened in; the rest stays.' },
    ],
  ],
};

/** The ten tools of a team lead. */
const LEAD = {
  getWorkspaces: 'Lists the workspaces. Use it first: other tools need the gid of one.',
  getProjectsForWorkspace: 'Lists the projects of a workspace. Use it to find a project.',
  getProject: 'Gets one project by its gid. Use it for its owner and its dates.',
  getTaskCountsForProject: 'Counts the tasks of a project. Use it for how far it has come.',
  getSectionsForProject: 'Lists the sections of a project. Use it to see how it is arranged.',
  getTasksForProject: 'Lists the tasks of a project. Use it to find a task.',
  getTask: 'Gets one task by its gid. Use it for who does it, and until when.',
  getSubtasksForTask: 'Lists the parts of a task. Use it where a task does not get on.',
  getStoriesForTask: 'Lists what was said and done about a task. Use it to find out why.',
  getUsersForWorkspace: 'Lists the people of a workspace. Use it to find who a gid belongs to.',
};

const OVERVIEW = `export default async (args, context) => {
  const project = await context.callTool('getProject', { project_gid: args.gid });
  const tasks = await context.callTool('getTasksForProject', { project_gid: args.gid });
  const open = tasks.structuredContent.data.filter(({ completed }) => !completed);
  return { name: project.structuredContent.data.name, open: open.length };
};`;

export const IMPORT_TO_FINISHED: Recording = {
  id: 'import-to-finished',
  turns: [
    [
      {
        calls: [
          {
            call: 'propose_plan',
            input: {
              goal: 'Ten tools for a team lead, and an overview.',
              steps: ['Import ten', 'Describe them', 'project_overview', 'A green report'],
            },
          },
          {
            call: 'search_operations',
            input: {
              attachment: 'asana-3.0.json',
              methods: ['GET'],
              paths: ['/projects', '/tasks', '/workspaces'],
            },
            gets: ['getTaskCountsForProject', 'getStoriesForTask'],
          },
        ],
      },
      {
        calls: [
          {
            call: 'import_document',
            input: { attachment: 'asana-3.0.json', only: { names: Object.keys(LEAD) } },
            gets: /\ntools: 10\n/,
          },
          edit(LEAD),
          {
            call: 'upsert_tool',
            input: {
              name: 'project_overview',
              description: 'Gets the name of a project, with the number of its open tasks.',
              readOnly: true,
              arguments: [
                { name: 'gid', type: 'string', required: true, description: 'Of the project.' },
              ],
              code: { source: OVERVIEW },
            },
            gets: 'project_overview',
          },
          { call: 'add_example', input: { tool: 'project_overview', arguments: { gid: '1' } } },
          {
            call: 'run_tool',
            input: { name: 'project_overview', arguments: { gid: '1' } },
            gets: ['isError: false', 'open'],
          },
        ],
      },
      { sees: [RUNS], says: 'Eleven tools, and nothing fails.' },
    ],
  ],
};
