/** Folders of version control systems: never searched. */
export const VCS_FOLDERS = ['.git', '.svn', '.hg', '.bzr', '.jj', '.sl'];
