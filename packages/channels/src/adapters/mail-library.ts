/** What mail needs of its libraries; the build puts them into a file beside the thread, which no other channel reads. */
export { ImapFlow } from "imapflow";
export { createTransport } from "nodemailer";
export {
  addressParser,
  decodeWords,
  default as PostalMime,
  type Email,
  type PostalMimeOptions,
} from "postal-mime";
