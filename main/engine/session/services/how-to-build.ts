import { readDevContainer } from '#main/settings/dev-container/dev-container-file.ts';
import { quote } from '#main/terminal/shell-launch.ts';
import type { ContainerEngine } from '#shared/settings/command-place.ts';

interface WantedImage {
  /** As the session was opened. */
  readonly image: string;
  readonly engine: ContainerEngine;
  readonly projectDir: string;
}

/** What a person does to get the image of a project's dev container: Gatehouse runs nothing that the repository wrote outside of a container. */
export function howToBuild({ image, engine, projectDir }: WantedImage): string {
  const now = readDevContainer(projectDir);
  // Built now, an image of this name would have other content than its name says.
  if ('problem' in now || now.image !== image || now.build === undefined)
    return 'The files of the dev container have changed since the session was opened: start a new session.';
  const line = [
    'devcontainer build --workspace-folder',
    quote(projectDir),
    '--image-name',
    image,
    ...now.build.options,
    ...(engine === 'podman' ? ['--docker-path podman'] : []),
  ];
  return `Building it runs what the repository’s dev container files say. If you trust them, run this line yourself (npm install -g @devcontainers/cli), then try again:\n${line.join(' ')}`;
}
