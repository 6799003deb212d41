-- A preview of a beat on sale that was made anew waits for the review, as new audio and a new cover do.
alter table item_proposal
  add column has_tag boolean; -- the new preview carries a voice tag; null: the preview is not part of the change
alter table item_proposal
  add column has_preview boolean not null generated always as (has_tag is not null) stored,
  drop constraint item_proposal_check,
  add constraint item_proposal_check check (has_audio or has_cover or has_preview);
