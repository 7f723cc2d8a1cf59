import {
  AppWindow,
  Bell,
  BookmarkCheck,
  FileText,
  FlaskConical,
  History,
  Info,
  KeyRound,
  MessageCircleQuestion,
  MessageSquareText,
  MessagesSquare,
  ShieldCheck,
  Wrench,
  type LucideIcon,
} from 'lucide-react';
import type { ComponentType } from 'react';

import type { ServerConnection, Session } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

/** A server of the list whose connection is open. */
export interface OpenServer {
  target: ServerTarget;
  connection: ServerConnection;
}

export interface PanelProps {
  /** Of the selected server; connected, unless the panel says that it works without. */
  connection: ServerConnection;
  /** All servers that are connected, the selected one among them. */
  servers: readonly OpenServer[];
}

/** A tab of a server. */
export interface Panel {
  id: PanelId;
  label: string;
  icon: LucideIcon;
  /** Called when the tab is opened for the first time. */
  load: () => Promise<{ default: ComponentType<PanelProps> }>;
  /** Absent: shown for every server. */
  isShown?: (session: Session) => boolean;
  /** Also there while the server is not connected: the connection is then closed, or has failed. */
  worksClosed?: true;
}

const FACES = {
  overview: { label: 'Overview', icon: Info },
  tools: { label: 'Tools', icon: Wrench },
  resources: { label: 'Resources', icon: FileText },
  prompts: { label: 'Prompts', icon: MessageSquareText },
  apps: { label: 'Apps', icon: AppWindow },
  questions: { label: 'Client', icon: MessageCircleQuestion },
  talk: { label: 'Chat', icon: MessagesSquare },
  history: { label: 'History', icon: History },
  notifications: { label: 'Notifications', icon: Bell },
  calls: { label: 'Saved calls', icon: BookmarkCheck },
  checks: { label: 'Checks', icon: ShieldCheck },
  evals: { label: 'Evals', icon: FlaskConical },
  oauth: { label: 'OAuth', icon: KeyRound },
} as const;

export type PanelId = keyof typeof FACES;

type Rules = Pick<Panel, 'isShown' | 'worksClosed'>;

function toPanel(id: PanelId, load: Panel['load'], rules: Rules = {}): Panel {
  return { id, ...FACES[id], load, ...rules };
}

/** The tabs of a server, in their order. Each room of the tester adds its line below its own name. */
export const PANELS: readonly Panel[] = [
  toPanel('overview', async () => ({
    default: (await import('./servers/overview-panel.tsx')).OverviewPanel,
  })),
  // tools
  toPanel('tools', async () => ({ default: (await import('./tools/tools-panel.tsx')).ToolsPanel })),

  // resources
  toPanel(
    'resources',
    async () => ({ default: (await import('./resources/resources-panel.tsx')).ResourcesPanel }),
    {
      isShown: ({ capabilities }) => capabilities['resources'] !== undefined,
    },
  ),

  // prompts
  toPanel(
    'prompts',
    async () => ({ default: (await import('./prompts/prompts-panel.tsx')).PromptsPanel }),
    {
      isShown: ({ capabilities }) => capabilities['prompts'] !== undefined,
    },
  ),

  // apps
  toPanel('apps', async () => ({ default: (await import('./apps/apps-panel.tsx')).AppsPanel }), {
    isShown: ({ capabilities }) =>
      capabilities['tools'] !== undefined && capabilities['resources'] !== undefined,
  }),

  // questions
  toPanel('questions', async () => ({
    default: (await import('./questions/questions-panel.tsx')).QuestionsPanel,
  })),

  // talk
  toPanel('talk', async () => ({ default: (await import('./talk/talk-panel.tsx')).TalkPanel })),

  // history
  toPanel(
    'history',
    async () => ({
      default: (await import('./history/history-panel.tsx')).HistoryPanel,
    }),
    { worksClosed: true },
  ),

  // notifications
  toPanel('notifications', async () => ({
    default: (await import('./history/notifications-panel.tsx')).NotificationsPanel,
  })),

  // calls
  toPanel('calls', async () => ({
    default: (await import('./calls/calls-panel.tsx')).CallsPanel,
  })),

  // checks
  toPanel('checks', async () => ({
    default: (await import('./checks/checks-panel.tsx')).ChecksPanel,
  })),

  // evals
  toPanel('evals', async () => ({ default: (await import('./evals/evals-panel.tsx')).EvalsPanel })),

  // oauth
  toPanel(
    'oauth',
    async () => ({ default: (await import('./oauth/oauth-panel.tsx')).OauthPanel }),
    {
      worksClosed: true,
    },
  ),
];
