/** A part of a page under one heading, for the search. */
export interface Section {
  readonly page: string;
  /** The id of its heading. */
  readonly hash: string;
  readonly title: string;
  readonly text: string;
}
