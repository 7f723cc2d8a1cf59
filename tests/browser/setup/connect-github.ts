import { answerGithub } from '../../fakes/github/answer-github.ts';
import { GithubControl } from '../../fakes/github/github-control.ts';

const WORLD = 'emulator_browser';

/** Variables of a Worker that knows GitHub's emulator: `test.use({ variables: GITHUB_VARIABLES })`. */
export const GITHUB_VARIABLES = toVariables();

function toVariables() {
  // Where its pages are is known to the site alone.
  const { GITHUB_WEB_URL: _, ...variables } = new GithubControl(WORLD, answerGithub).variables();
  return variables;
}

/** Control of the GitHub that a Worker with {@link GITHUB_VARIABLES} knows; it is as on its first day. */
export async function connectGithub(): Promise<GithubControl> {
  const control = new GithubControl(WORLD, answerGithub);
  await control.reset();
  return control;
}
