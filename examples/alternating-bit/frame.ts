/** What tells a message from the one before. */
export type Bit = 0 | 1;

/** A message on its way to the receiver. */
export interface Frame {
  type: 'frame';
  message: number;
  bit: Bit;
}

/** What the receiver answers: the bit of the frame it got. */
export interface Acknowledgement {
  type: 'acknowledge';
  bit: Bit;
}
