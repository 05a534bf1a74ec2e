/** A call the scripted model makes. */
export interface BenchCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}
