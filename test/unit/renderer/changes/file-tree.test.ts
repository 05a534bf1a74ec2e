import { expect, it } from 'vitest';
import { fileTree, type FolderNode } from '../../../../renderer/changes/file-tree.ts';

const treeOf = (...paths: string[]) => fileTree(paths.map((path) => ({ path })));

/** As an indented list. */
function drawn({ children }: FolderNode<unknown>, indent = ''): string[] {
  return children.flatMap((child) =>
    child.type === 'file' ? [indent + child.name] : [`${indent}${child.name}/`, ...drawn(child, `${indent}  `)],
  );
}

it('puts files into their folders, in their order', () => {
  expect(drawn(treeOf('a.txt', 'b/1.txt', 'b/2.txt', 'c.txt'))).toEqual(['a.txt', 'b/', '  1.txt', '  2.txt', 'c.txt']);
});

it('joins folders that hold nothing but one folder', () => {
  expect(drawn(treeOf('src/app/util/a.ts', 'src/app/util/b.ts', 'test/a.ts', 'test/unit/deep/b.ts'))).toEqual([
    'src/app/util/',
    '  a.ts',
    '  b.ts',
    'test/',
    '  a.ts',
    '  unit/deep/',
    '    b.ts',
  ]);
});

it('keeps the whole path of a joined folder', () => {
  const [folder] = treeOf('src/app/a.ts').children;
  expect(folder).toMatchObject({ type: 'folder', name: 'src/app', path: 'src/app' });
});

it('lists a file and a folder of the same name', () => {
  expect(drawn(treeOf('lib', 'lib/a.ts'))).toEqual(['lib', 'lib/', '  a.ts']);
});
