/** Of this program, as in package.json (a test keeps them equal). */
export const VERSION = '0.1.0'
/** Where its problems are told, as `bugs.url` in package.json: a copy that others publish names their page in both. */
export const ISSUES_PAGE = 'https://github.com/countersign/countersign/issues'
