/** What the mode “Accept edits” allows in the working directories besides the edit tools. */
export const FILE_COMMANDS = 'rm, mv, cp, mkdir, touch, rmdir, sed -i and redirections';
