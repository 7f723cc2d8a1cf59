import type { ToolScope } from './tool-scope.ts';

interface ScopeWords {
  title: string;
  detail: string;
}

/** The groups of tools, as people are asked about them. */
export const SCOPE_WORDS: Record<ToolScope, ScopeWords> = {
  'tools:read': { title: 'Read', detail: 'Tools that look something up and change nothing.' },
  'tools:write': { title: 'Add and change', detail: 'Tools that create or update something.' },
  'tools:destructive': {
    title: 'Delete and overwrite',
    detail: 'Tools whose effect may not be undone, and those that do not say what they do.',
  },
};
