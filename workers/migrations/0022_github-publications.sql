ALTER TABLE `github_pushes` ADD `publication` text;--> statement-breakpoint
ALTER TABLE `github_pushes` ADD `publication_note` text;--> statement-breakpoint
ALTER TABLE `github_pushes` ADD `settled_at` integer;--> statement-breakpoint
CREATE INDEX `github_pushes_publication` ON `github_pushes` (`publication`) WHERE "github_pushes"."publication" is not null;--> statement-breakpoint
CREATE INDEX `github_pushes_state` ON `github_pushes` (`state`,`updated_at`);