/** Documents larger than this (UTF-16 units) get a line scan only: no tree, no calls. */
export const TREE_LIMIT = 2_000_000
