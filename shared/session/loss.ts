/**
 * What is lost when a call deletes or overwrites something: `covered` is what a checkpoint brings back, `final` that something has no copy,
 * `nothing` that nothing is there now. `unknown` in case of doubt.
 */
export type Loss = 'covered' | 'final' | 'nothing' | 'unknown';
