/**
 * Texts about a platform for users: its card, how a seed gets out of it and how the files get into it. Plain
 * data with `*strong*` and `` `code` `` as in Markdown, which the product shows and puts next to the files.
 */

/** A step of an import; `{files}` becomes the file or the parts. */
export interface GuideStep {
  text: string;
  /** In place of `text` for several files. */
  many?: string;
  /** In place of this step for pages with featured images of the project: `{images}` is "3 images", `{one}` "one of them". */
  featured?: Omit<GuideStep, 'featured'>;
  /** Is about the plugin or theme that adds the type of the pages; a run whose pages need one names it. */
  isAboutType?: true;
}

export interface PlatformGuide {
  /** The card on Select Project Type. */
  card: { kinds: string; bring: string; get: string };
  /** The seed field of the project form: below its heading, and in the empty drop area. */
  seedField: { hint: string; drop: string };
  /** A seed to download, in `examples/`. */
  sample: string;
  exportSteps: string;
  importSteps: readonly GuideStep[];
  /** Import steps for tables that a build adds to the page files. */
  importTables?: string;
  /** `IMPORT.md`, which a download has next to its files. */
  importFile: {
    /** Before the list of files; the last step uploads them. */
    before: readonly string[];
    after: readonly GuideStep[];
    /** Result of importing the same file again. */
    again: string;
    /** Before the list of tables. */
    tables?: string;
  };
}
