// The limits of docs/protocol.md, section 1, and of what one message may hold.

export const PROTOCOL_VERSION = 3;
/** JSON longer than this travels in parts of as many bytes. */
export const WHOLE_BYTES = 512 * 1024;
export const MESSAGE_BYTES = 64 * 1024 * 1024;
/** Bytes longer than this travel beside the JSON. */
export const ATTACHED_FROM = 256 * 1024;
/** Of one message. */
export const ATTACHED_BYTES = 1024 * 1024 * 1024;
export const PART_WINDOW = 8;
export const JSON_DEPTH = 32;
export const MAX_URL_LENGTH = 8192;
export const MAX_TAG_PATH = 200_000;

/** Names one job of one host process; two processes may use the same. */
export type JobId = string;
export const MAX_JOB_ID = 64;
