/** Why a call is asked about again at its turn. */
export const CHANGED_SINCE_ASKED = 'What it would do has changed since you were asked.';
