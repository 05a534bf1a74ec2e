import type { Node } from 'web-tree-sitter';

/**
 * A syntax node copied out of the parser's WebAssembly memory: there every access to a type or an offset is a call, and the analysis reads
 * every node many times.
 */
export class TreeNode {
  readonly id: number;
  /** The node type; for an anonymous token, its text. */
  readonly type: string;
  readonly isNamed: boolean;
  readonly text: string;
  /** Offsets in the parsed text, in UTF-16 code units. */
  readonly startIndex: number;
  readonly endIndex: number;
  readonly children: readonly TreeNode[];
  readonly namedChildren: readonly TreeNode[];
  readonly #node: Node;

  private constructor(node: Node, source: string) {
    this.#node = node;
    this.id = node.id;
    this.type = node.type;
    this.isNamed = node.isNamed;
    this.startIndex = node.startIndex;
    this.endIndex = node.endIndex;
    this.text = source.slice(this.startIndex, this.endIndex);
    this.children = node.children.map((child) => new TreeNode(child, source));
    this.namedChildren = this.children.filter((child) => child.isNamed);
  }

  /** @param source The parsed text. The tree must stay alive while its copy is used. */
  static copy(root: Node, source: string): TreeNode {
    return new TreeNode(root, source);
  }

  get hasError(): boolean {
    return this.#node.hasError;
  }

  childForFieldName(name: string): TreeNode | null {
    return this.#own(this.#node.childForFieldName(name)) ?? null;
  }

  childrenForFieldName(name: string): TreeNode[] {
    return this.#node.childrenForFieldName(name).flatMap((child) => this.#own(child) ?? []);
  }

  #own(node: Node | null): TreeNode | undefined {
    return node === null ? undefined : this.children.find(({ id }) => id === node.id);
  }
}
