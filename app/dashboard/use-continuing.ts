import { useNavigate } from 'react-router';

import { postVersionDraft } from '#app/projects/project-client.ts';

import { useChange } from './use-change.ts';

/** Opens chats whose server is a version of a project. */
export function useContinuing(project: string) {
  const navigate = useNavigate();
  const { isBusy, failure, run, closeFailure } = useChange(async () => undefined);

  /** @param begins with the window that compares a newer document with the version */
  async function continueVersion(number: number, begins?: 'import'): Promise<void> {
    const query = begins === 'import' ? '?import=again' : '';
    await run(async () => {
      const opened = await postVersionDraft(project, number);
      if (opened.ok) await navigate(`/chat/${opened.value.id}${query}`);
      return opened;
    });
  }

  return { isBusy, failure, closeFailure, continueVersion };
}
