-- Why a sound file was refused: it is not decoded again for the same answer.
alter table heard_sound alter column facts drop not null;
alter table heard_sound add column fault text;
alter table heard_sound add check ((facts is null) <> (fault is null));
